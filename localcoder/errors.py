"""The one base of errors that are meant for people."""


class LocalcoderError(Exception):
    """An error whose message is a complete sentence for the user: what happened, with which input, what to do.

    The command line prints the message alone, without a traceback, and exits with `exit_code`.
    """

    exit_code = 1


class UsageError(LocalcoderError):
    """The user's input (an option, a file, a model directory) cannot be used as given."""

    exit_code = 2
