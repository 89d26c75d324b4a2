"""`python -m localcoder`: the same program as the `localcoder` command."""

from localcoder.cli.main import main

if __name__ == "__main__":
    main()
