"""Where something is used, defined or mentioned, and how often."""

from __future__ import annotations

from functools import partial

from bench.exam.task import search
from tools.pocket.practice.question import question

_find = partial(question, "find")

FIND = (
    _find(
        "practice-find-definition-of-parse-date",
        "Whereabouts is parse_date defined?",
        {
            "app/main.py": "from app.clock import parse_date\n\nprint(parse_date('2024-05-01'))\n",
            "app/clock.py": "import datetime\n\n\ndef parse_date(text):\n"
            "    return datetime.date.fromisoformat(text)\n",
            "app/views.py": "from app import clock\n\n\ndef page(text):\n    return str(clock.parse_date(text))\n",
        },
        "parse_date is defined in app/clock.py, line 4.",
        "It is defined in app/main.py.",
        "There is no parse_date.",
        has=(("app/clock.py", "clock.py"),),
        calls=(search("def parse_date"),),
    ),
    _find(
        "practice-find-pages-that-mention-the-fax",
        "we got rid of our fax number 555-0142. which of the html pages still show it?",
        {
            "contact.html": "<p>Phone: 555-0140</p>\n<p>Fax: 555-0142</p>\n",
            "imprint.html": "<address>Mill Lane 4<br>\nfax 555-0142</address>\n",
            "index.html": "<h1>Mill Lane Books</h1>\n<p>Call us: 555-0140</p>\n",
            "prices.html": "<table><tr><td>Atlas</td><td>55</td></tr></table>\n",
        },
        "It still stands in contact.html and imprint.html.",
        "Only contact.html has it.",
        "contact.html, imprint.html and index.html.",
        has=(("contact.html", "contact"), ("imprint.html", "imprint")),
        lacks=("index.html", "prices.html"),
        calls=(search("555-0142"),),
    ),
    _find(
        "practice-find-number-of-fixme",
        "Count the FIXME comments in src for me, would you?",
        {
            "src/queue.js": "// FIXME: drops the last job\nexport const jobs = [];\n\n// FIXME: never empties\n",
            "src/worker.js": "import { jobs } from './queue.js';\n\nfor (const job of jobs) job(); // FIXME: await\n",
            "src/log.js": "export const log = console.log;\n",
        },
        "There are 3 FIXME comments: two in src/queue.js, one in src/worker.js.",
        "There are 2.",
        "4 of them.",
        has=(("3", "three"),),
        calls=(search("FIXME"),),
    ),
    _find(
        "practice-find-call-of-retry",
        "`retry` lives in net/retry.py. Does anything call it? If so, where?",
        {
            "net/retry.py": "def retry(action, times=3):\n    for _ in range(times):\n"
            "        if action():\n            break\n",
            "net/upload.py": "from net.retry import retry\n\n\ndef upload(send):\n    retry(send, times=5)\n",
            "net/ping.py": "def ping(host):\n    return f'ping -c 1 {host}'\n",
        },
        "Yes, upload in net/upload.py calls it (line 5).",
        "Nothing calls it.",
        "ping in net/ping.py calls it.",
        has=(("net/upload.py", "upload.py"),),
        calls=(search("retry\\("),),
    ),
    _find(
        "practice-find-reader-of-a-variable",
        "I must rename the environment variable STRIPE_KEY. In which file is it read, and in which line?",
        {
            "billing/pay.rb": "def charge(cents)\n  key = ENV.fetch('STRIPE_KEY')\n"
            "  Client.new(key).charge(cents)\nend\n",
            "billing/tax.rb": "RATE = 0.19\n\ndef tax(cents)\n  (cents * RATE).round\nend\n",
            "config.ru": "require_relative 'billing/pay'\n",
        },
        "billing/pay.rb reads it, in line 2.",
        "In config.ru, line 1.",
        "In billing/tax.rb, line 3.",
        has=(("billing/pay.rb", "pay.rb"), ("2", "second")),
        calls=(search("STRIPE_KEY"),),
    ),
    _find(
        "practice-find-style-that-nobody-uses",
        "can I delete .ticker from site.css or is some template still using that class",
        {
            "site.css": ".menu { float: left; }\n.ticker { height: 2em; }\n.note { color: red; }\n",
            "templates/home.html": '<nav class="menu">Home</nav>\n<p class="note">Closed today</p>\n',
            "templates/news.html": '<div class="ticker">Rain again</div>\n<p>No more news.</p>\n',
        },
        "templates/news.html still uses it.",
        "You can delete it, no template uses it.",
        "templates/home.html still uses it.",
        has=(("templates/news.html", "news.html"),),
        lacks=("home.html",),
        calls=(search("ticker"),),
    ),
    _find(
        "practice-find-phone-of-the-plumber",
        "Somewhere among my notes I wrote down the number of a plumber. What is it?",
        {
            "notes/car.md": "# Car\n\n- garage Lutz: 0911 3344\n- winter tyres in the cellar\n",
            "notes/house.md": "# House\n\nboiler from 2015\nplumber (Mrs Haddad): 0911 7788\nmeter reading in May\n",
            "notes/kids.md": "# Kids\n\nschool office 0911 1200\n",
        },
        "The plumber, Mrs Haddad, has the number 0911 7788 (notes/house.md).",
        "It is 0911 3344.",
        "You have no plumber in your notes.",
        has=(("0911 7788", "09117788"),),
        calls=(search("plumber"),),
    ),
    _find(
        "practice-find-module-that-nobody-imports",
        "Is there still any import of leftpad in this repo? I want to uninstall it.",
        {
            "lib/table.ts": "import { pad } from './text';\n\n"
            "export const row = (cells: string[]) => cells.map(pad).join('|');\n",
            "lib/text.ts": "export const pad = (s: string) => s.padStart(8);\n",
            "package.json": '{\n  "name": "tables",\n  "dependencies": {\n    "chalk": "5.3.0"\n  }\n}\n',
        },
        "No, nothing imports leftpad.",
        "Yes, lib/table.ts imports it.",
        "It is imported in lib/text.ts.",
        has=(("no", "not", "nothing", "nowhere", "none", "isn't", "doesn't", "never"),),
        lacks=("yes",),
        calls=(search("leftpad"),),
    ),
    _find(
        "practice-find-service-with-a-port",
        "port 9090 is taken!! which service of mine is configured for it",
        {
            "services/mail.ini": "[mail]\nhost = localhost\nport = 9025\n",
            "services/metrics.ini": "[metrics]\ninterval = 15\nport = 9090\n",
            "services/search.ini": "[search]\nport = 9200\nshards = 1\n",
        },
        "It is metrics: services/metrics.ini has port = 9090.",
        "The search service is.",
        "Your mail service takes it.",
        has=(("metrics", "services/metrics.ini", "metrics.ini"),),
        calls=(search("9090"),),
    ),
    _find(
        "practice-find-queries-on-a-table",
        "Give me the names of all SQL files that touch the table invoices.",
        {
            "sql/01_clients.sql": "SELECT name\nFROM clients\nORDER BY name;\n",
            "sql/02_open.sql": "SELECT id, total\nFROM invoices\nWHERE paid = 0;\n",
            "sql/03_cleanup.sql": "DELETE FROM sessions;\nDELETE FROM invoices WHERE total = 0;\n",
        },
        "sql/02_open.sql and sql/03_cleanup.sql.",
        "sql/02_open.sql does.",
        "All three: sql/01_clients.sql, sql/02_open.sql and sql/03_cleanup.sql.",
        has=(("02_open.sql", "02_open"), ("03_cleanup.sql", "03_cleanup")),
        lacks=("01_clients.sql", "01_clients"),
        calls=(search("invoices"),),
    ),
)
