"""Questions that need two or three files."""

from __future__ import annotations

from functools import partial

from bench.exam.task import Call, read
from tools.pocket.practice.question import question

_several = partial(question, "read several")
_LIST: Call = ("list", {})

SEVERAL = (
    _several(
        "practice-several-ports-of-env-and-compose",
        "Does the port in app.env agree with what compose.yaml publishes? Tell me both numbers.",
        {
            "app.env": "APP_NAME=kiosk\nPORT=8081\nWORKERS=2\n",
            "compose.yaml": 'services:\n  kiosk:\n    build: .\n    ports:\n      - "8080:8080"\n',
        },
        "No: app.env has 8081, compose.yaml publishes 8080.",
        "Yes, both say 8080.",
        "Both say 8081.",
        has=(("8081",), ("8080",)),
    ),
    _several(
        "practice-several-seats-of-two-evenings",
        "friday.txt, saturday.txt - how many seats are booked on both evenings together",
        {
            "friday.txt": "Evening: Friday\nDoors: 19:00\nBooked seats: 34\n",
            "saturday.txt": "Evening: Saturday\nDoors: 18:30\nBooked seats: 21\nVIP table: yes\n",
        },
        "55 seats: 34 on Friday and 21 on Saturday.",
        "34 seats are booked.",
        "There are 45 seats.",
        has=(("55",),),
    ),
    _several(
        "practice-several-which-config-left-debug-on",
        "I suspect somebody forgot to switch debug off in one of the files under conf/. Which one is it?",
        {
            "conf/dev.toml": 'name = "dev"\ndebug = false\nport = 5000\n',
            "conf/prod.toml": 'name = "prod"\nport = 80\ndebug = false\n\n[cache]\nsize = 500\n',
            "conf/staging.toml": 'name = "staging"\nport = 8000\ndebug = true\n',
        },
        "Debug is still on in conf/staging.toml.",
        "It is conf/prod.toml.",
        "It is off in all of them.",
        has=(("staging.toml", "staging"),),
        calls=(
            ("list", {"path": "conf"}),
            read("conf/dev.toml"),
            read("conf/prod.toml"),
            read("conf/staging.toml"),
        ),
    ),
    _several(
        "practice-several-city-of-an-order",
        "hi! to which city do we have to send order 1003? orders.csv only has the customers id, the address is in "
        "customers.csv",
        {
            "orders.csv": "order,customer,item\n1001,C3,teapot\n1002,C1,kettle\n1003,C2,cups\n",
            "customers.csv": "id,name,city\nC1,Idris,Cardiff\nC2,Molly,Leeds\nC3,Sean,Derry\n",
        },
        "Order 1003 goes to Leeds.",
        "It goes to Derry.",
        "It goes to customer C2.",
        has=(("Leeds",),),
        lacks=("Cardiff", "Derry"),
    ),
    _several(
        "practice-several-what-make-release-runs",
        "`make release` only hands over to a script. What is the program that finally uploads the files?",
        {
            "Makefile": ".PHONY: clean release\n\nclean:\n\trm -rf dist\n\nrelease:\n\tsh scripts/publish.sh\n",
            "scripts/publish.sh": "#!/bin/sh\nset -e\npython3 -m build\ntwine upload dist/*\n",
        },
        "scripts/publish.sh uploads them with `twine upload dist/*`.",
        "It is scripts/publish.sh.",
        "It runs python3 -m build.",
        has=(("twine",),),
    ),
    _several(
        "practice-several-who-has-more-open-tasks",
        "Alice and Bob both keep a checklist here (alice.md and bob.md). Who of the two has more boxes without a tick, "
        "and how many?",
        {
            "alice.md": "# Alice\n\n- [x] order chairs\n- [x] call the caterer\n- [ ] print badges\n- [x] book room\n",
            "bob.md": "# Bob\n\n* [ ] slides\n* [ ] microphone\n* [x] poster\n* [ ] train tickets\n",
        },
        "Bob has more left: 3.",
        "Alice, she has 1 left.",
        "Bob has 4 left.",
        has=(("Bob",), ("3", "three")),
    ),
    _several(
        "practice-several-colour-of-a-heading",
        "what color does the headline of index.html get in the end? css is in style.css",
        {
            "index.html": '<link rel="stylesheet" href="style.css">\n<h1 class="banner">Tide tables</h1>\n'
            '<p class="intro">High water at noon.</p>\n',
            "style.css": "body {\n  color: black;\n}\n\n.intro {\n  color: gray;\n}\n\n.banner {\n  color: teal;\n}\n",
        },
        "Teal: the h1 has the class banner.",
        "It gets gray.",
        "It is black.",
        has=(("teal",),),
    ),
    _several(
        "practice-several-column-that-the-schema-lacks",
        "Our import crashes: store.py inserts into a column that does not exist in schema.sql. Name that column.",
        {
            "schema.sql": "CREATE TABLE members (\n  id INTEGER PRIMARY KEY,\n  name TEXT,\n  joined TEXT\n);\n",
            "store.py": "def add(db, name, nick, joined):\n    db.execute(\n"
            '        "INSERT INTO members (name, nickname, joined) VALUES (?, ?, ?)",\n'
            "        (name, nick, joined),\n    )\n",
        },
        "The column is nickname: schema.sql has only id, name and joined.",
        "The column is joined.",
        "The table members has no id.",
        has=(("nickname",),),
    ),
    _several(
        "practice-several-day-when-both-can",
        "We want to meet, Anna and Ben and me. Their free days are in anna.txt and in ben.txt; I am always free. "
        "So which day is it?",
        {
            "anna.txt": "I can on Monday and on Thursday, but not before ten.\n- Anna\n",
            "ben.txt": "free: thursday, friday\nnot free: monday, tuesday, wednesday\n",
        },
        "Thursday is the day that suits both.",
        "Monday suits both.",
        "Friday, for Ben is free then.",
        has=(("Thursday",),),
    ),
    _several(
        "practice-several-variable-missing-in-env",
        "Compare .env with .env.example please. One variable I have not set yet, which?",
        {
            ".env.example": "DB_HOST=\nDB_USER=\nSMTP_HOST=\nCACHE_URL=\n",
            ".env": "DB_USER=lena\nCACHE_URL=redis://localhost\nDB_HOST=localhost\n",
        },
        "SMTP_HOST is not set in .env.",
        "DB_HOST is missing.",
        "None is missing.",
        has=(("SMTP_HOST",),),
        lacks=("CACHE_URL", "DB_USER"),
    ),
    _several(
        "practice-several-request-of-an-error",
        "There is one ERROR in logs/app.log. Take its request number and tell me from logs/access.log which path was "
        "requested.",
        {
            "logs/app.log": "09:14:02 INFO  req=71 ok\n09:14:05 ERROR req=72 card refused\n09:14:09 INFO  req=73 ok\n",
            "logs/access.log": "71 GET /cart 200\n72 POST /checkout 500\n73 GET /help 200\n",
        },
        "Request 72 was POST /checkout.",
        "It was GET /cart.",
        "The request was number 72.",
        has=(("checkout",),),
        lacks=("/cart", "/help"),
    ),
    _several(
        "practice-several-product-of-two-constants",
        "In pager.ts the buffer gets computed from a limit that comes out of limits.ts.\nHow big is it?",
        {
            "limits.ts": "export const MAX_COLUMNS = 12;\nexport const MAX_ROWS = 50;\n",
            "pager.ts": 'import { MAX_ROWS } from "./limits";\n\nexport const bufferSize = MAX_ROWS * 4;\n',
        },
        "bufferSize is 50 * 4 = 200.",
        "It is 48.",
        "It is MAX_ROWS * 4.",
        has=(("200",),),
    ),
    _several(
        "practice-several-sender-of-the-heaviest-parcel",
        "who sent the heaviest of the three parcels",
        {
            "parcel1.txt": "from: Okoye\nto: Bern\nweight: 4 kg\n",
            "parcel2.txt": "from: Koch\nto: Turin\nweight: 9 kg\nfragile\n",
            "parcel3.txt": "from: Lindqvist\nto: Lyon\nweight: 7 kg\n",
        },
        "Koch sent the heaviest, 9 kg.",
        "Lindqvist sent it.",
        "Okoye did, with 4 kg.",
        has=(("Koch",),),
        calls=(_LIST, read("parcel1.txt"), read("parcel2.txt"), read("parcel3.txt")),
    ),
    _several(
        "practice-several-price-difference-of-two-shops",
        "- north.json: prices of the north shop\n- south.json: prices of the south shop\n\nWhere is the bread cheaper?",
        {
            "north.json": '{\n  "milk": 2,\n  "bread": 5,\n  "honey": 8\n}\n',
            "south.json": '{\n  "bread": 3,\n  "milk": 4\n}\n',
        },
        "The bread is cheaper in the south shop: 3.",
        "In the north, for 5.",
        "It costs the same in both shops.",
        has=(("south",),),
    ),
)
