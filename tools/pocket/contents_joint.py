"""What files that belong together say: things and the codes that lead to others, papers alike, and how people ask."""

from __future__ import annotations

from dataclasses import dataclass, field

Form = tuple[str, str, str]
"""The ending of a file's name, its first lines, and those of a row."""


@dataclass(frozen=True, slots=True)
class Link:
    """Two files: rows of `x` with a code, and rows of the code with `y` and the number `z`.

    `said` has how people call these, and whole questions: `qy` and `qz` by `x`, `back` by `y`.
    """

    stems: tuple[str, str]
    kinds: dict[str, str]
    first: list[Form]
    second: list[Form]
    said: dict[str, list[str]] = field(default_factory=dict)


LINKS = [
    Link(
        ("orders sales bought shop_orders", "customers clients people accounts"),
        {"x": "{int 1000 9899}", "c": "K-{int 10 99}", "e": "goods", "y": "city", "z": "int 2 950"},
        [
            ("csv", "order,customer,item", "{x},{c},{e}"),
            ("txt", "", "order {x}: {e}, for {c}"),
            ("md", "| order | item | customer |\n| --- | --- | --- |", "| {x} | {e} | {c} |"),
            ("jsonl", "", '{{"order": {x}, "customer": "{c}", "item": "{e}"}}'),
            ("log", "", "order {x} of {e} taken from {c}"),
        ],
        [
            ("csv", "id,city,balance", "{c},{y},{z}"),
            ("yaml", "", "- {{id: {c}, balance: {z}, city: {y}}}"),
            ("txt", "Our customers:", "{c} lives in {y} and still has {z} to pay."),
            ("md", "", "* {c} - {y} - owes {z}"),
        ],
        {
            "X": ["order {x}", "order no. {x}", "the order {x}", "number {x}"], "C": ["{c}", "customer {c}"],
            "E": ["item", "goods"], "Y": ["city", "town", "place"], "Z": ["balance", "debt"],
            "qy": ["where does order {x} go", "what city do we send {x} to", "in which town lives whoever ordered {x}", "to what place does {x} travel"],
            "qz": ["how much does the customer of {x} owe", "what has the one who placed order {x} still to pay"],
            "back": ["which order goes to {y}", "what's the number of the order from {y}", "which of the orders came from somebody in {y}"],
        },
    ),
    Link(
        ("staff people team who desks colleagues", "rooms offices phones extensions doors"),
        {"x": "name", "c": "{=A|B|C|D}{int 100 399}", "e": "trade", "y": "{int 200 899}", "z": "int 2 40"},
        [
            ("txt", "", "{x} ({e}) sits in {c}"), ("csv", "name,job,room", "{x},{e},{c}"),
            ("md", "# Who sits where\n", "- {x}, {e}: room {c}"), ("ini", "", "{x} = {c} ; {e}"),
            ("txt", "Dear all, the new rooms:\n", "{c} is now for {x}, our {e}."),
        ],
        [
            ("csv", "room,phone,seats", "{c},{y},{z}"), ("txt", "", "Room {c}: phone {y}, {z} seats"),
            ("yaml", "", "{c}: {{seats: {z}, phone: {y}}}"), ("md", "", "| {c} | {z} seats | tel. {y} |"),
            ("html", "", "<li>{c}: call {y} ({z} seats)</li>"),
        ],
        {
            "X": ["{x}", "{x}"], "C": ["room {c}", "{c}"], "E": ["job", "profession", "trade"],
            "Y": ["phone", "phone number", "extension", "number to call"], "Z": ["number of seats", "number of chairs"],
            "qy": ["what do I dial to get {x}", "how do I reach {x} by phone", "I want to ring {x}, what's the number", "what number does {x} pick up"],
            "qz": ["how many people fit into the room of {x}", "how many seats are there where {x} sits"],
            "back": ["whose phone is {y}", "who called me from {y}", "{y} is on my display, who is that", "who picks up at {y}"],
        },
    ),
    Link(
        ("error errors app worker failures", "access requests gateway proxy web"),
        {"x": "{=mail|disk|login|upload|search|cache|export|payment} {=timeout|refused|failed|broken|too large|denied|missing}",
         "c": "{int 1000 9899}", "e": "hour", "y": "/{word}/{word}", "z": "int 20 4000"},
        [
            ("log", "", "{e} ERROR {x} (request {c})"), ("log", "", "{e} [{c}] error: {x}"), ("txt", "", "{e} {x}, req={c}"),
            ("jsonl", "", '{{"at": "{e}", "request": {c}, "error": "{x}"}}'),
        ],
        [
            ("log", "", "#{c} GET {y} {z}ms"), ("log", "", "POST {y} id={c} took {z} ms"), ("csv", "id,path,ms", "{c},{y},{z}"),
            ("txt", "", "{z} ms {c} {y}"),
        ],
        {
            "X": ['"{x}"', "the error {x}", "the {x} one"], "C": ["request {c}", "id {c}"], "E": ["time", "hour"],
            "Y": ["path", "url", "address"], "Z": ["milliseconds", "duration"],
            "qy": ["which path was asked for when it said {x}", "what page did the {x} error hit", "where did the {x} come up, I mean the path"],
            "qz": ["how many ms did the request with {x} take", "how long took the one that ended with {x}"],
            "back": ["what went wrong at {y}", "which error belongs to {y}", "{y} failed, with what message"],
        },
    ),
    Link(
        ("index page home about post", "style main site theme look"),
        {"x": "heading", "c": "cssclass", "e": "{=h1|h2|h3|h4|p}", "y": "colour", "z": "int 9 48"},
        [
            ("html", "<body>", '  <{e} class="{c}">{x}</{e}><hr>'),
            ("html", "<main>", '<{e} id="i" class="wide {c}">{x}</{e}>'),
            ("md", "", "{x} {{.{c}}} <{e}>"),
        ],
        [
            ("css", "", ".{c} {{ color: {y}; font-size: {z}px; }}"), ("css", "/* colours */", ".{c} {{ font: {z}px serif; color: {y} }}"),
            ("scss", "", ".{c} {{ size: {z}px; color: {y}; }}"),
        ],
        {
            "X": ['"{x}"', "the heading {x}", "{x}"], "C": ["class {c}", "the class {c}"], "E": ["tag", "element"],
            "Y": ["colour", "color", "text colour"], "Z": ["font size", "size of the letters", "pixel size"],
            "qy": ["in what colour is {x} shown", "what color does {x} get", "how is {x} painted"],
            "qz": ["how large is {x} on the page", "how many px has {x}"],
            "back": ["which heading is {y}", "what text comes out {y}", "what is shown in {y}"],
        },
    ),
    Link(
        ("services stack deploy runtime", ".env prod vars defaults"),
        {"x": "{service}_{=host|key|user|mode|queue}", "c": "{envname}_{=A|B|MAIN|OLD|X}", "e": "service", "y": "word", "z": "int 2 950"},
        [
            ("yaml", "environment:", "  {x}: ${{{c}}}  # {e}"), ("yml", "env:", "  - {x}=${c} # {e}"),
            ("sh", "#!/bin/sh", 'export {x}="${c}" # for {e}'), ("py", "import os\n", '{x} = os.environ["{c}"]  # {e}'),
            ("js", "", "const {x} = process.env.{c}; // {e}"),
        ],
        [("env", "", "{c}={y}  # {z}"), ("env", "# values", "export {c}={y} # used {z} times"), ("ini", "[env]", "{c} = {y} ; {z} uses")],
        {
            "X": ["{x}", "`{x}`", "the setting {x}"], "C": ["{c}", "variable {c}"], "E": ["service", "service in the comment"],
            "Y": ["value", "actual value", "real value", "content"], "Z": ["number of uses", "number in the comment"],
            "qy": ["what does {x} really hold", "what is {x} in the end", "which value ends up in {x}", "what will {x} be when it runs"],
            "qz": ["how often is the variable behind {x} used"],
            "back": ["which one gets {y}", "what is set to {y}", "where does {y} end up", "which name has {y} in it at last"],
        },
    ),
    Link(
        ("app start main job tool", "limits settings consts defaults numbers"),
        {"x": "{=max|min|first|last|new|old}_{=size|wait|rows|port|level|depth}", "c": "{word}_{=LIMIT|TOP|BASE|COUNT}", "e": "word", "y": "folder", "z": "int 2 950"},
        [
            ("py", "import {stem}\n", "{x} = {stem}.{C}  # {e}"), ("js", 'const {stem} = require("./{stem}");', "let {x} = {stem}.{C}; // {e}"),
            ("rb", 'require "{stem}"', "{x} = {C} # {e}"), ("sh", ". ./{stem}", "{x}=${C} # {e}"),
        ],
        [("py", "", "{C} = {z}  # {y}"), ("js", "", "exports.{C} = {z}; // {y}"), ("rb", "", "{C} = {z} # from {y}"), ("sh", "", "{C}={z} # {y}")],
        {
            "X": ["{x}", "`{x}`"], "C": ["{C}", "the constant {C}"], "E": ["comment", "remark"],
            "Y": ["comment of the constant", "remark beside the constant"], "Z": ["value", "number", "actual number"],
            "qy": ["what does the comment on the constant in {x} say"],
            "qz": ["how much is {x}", "what number does {x} get", "which number is really in {x}", "when it runs, what is {x}"],
            "back": ["which name takes the constant with the remark {y}"],
        },
    ),
    Link(
        ("parts stock inventory spares", "shelves drawers places store"),
        {"x": "{=BX|EM|DL|CR|QT}-{int 10 99}", "c": "{=A|B|C|D|E}{int 1 9}", "e": "colour", "y": "{=north hall|annex|cellar|attic|garage|south hall|yard|shed}", "z": "int 2 90"},
        [
            ("csv", "part,drawer,colour", "{x},{c},{e}"), ("txt", "", "{x} ({e}) lies in {c}"),
            ("yaml", "", "- {{part: {x}, colour: {e}, drawer: {c}}}"), ("md", "", "* drawer {c}: {e} {x}"),
        ],
        [
            ("csv", "drawer,hall,pieces", "{c},{y},{z}"), ("txt", "", "{c}: {y}, {z} pieces"), ("jsonl", "", '{{"drawer": "{c}", "pieces": {z}, "hall": "{y}"}}'),
            ("txt", "What is where:", "In the {y} stands {c}, with room for {z} pieces."),
        ],
        {
            "X": ["part {x}", "{x}", "the {x}"], "C": ["drawer {c}", "{c}"], "E": ["colour", "color"],
            "Y": ["building", "hall", "part of the house"], "Z": ["number of pieces", "count of pieces"],
            "qy": ["where do I have to go for {x}", "in which building is {x}", "where is {x} kept, not the drawer, the hall"],
            "qz": ["how many pieces are in the drawer of {x}"],
            "back": ["what part is in the {y}", "which part do I find in the {y}"],
        },
    ),
    Link(
        ("mail letter reminder message note", "invoices bills accounts open ledger"),
        {"x": "name", "c": "R{int 100 989}", "e": "month", "y": "day", "z": "int 12 980"},
        [
            ("txt", "Hello,\n", "{x} asks again for invoice {c} of {e}."), ("txt", "Hi!\nnews about our bills:", "- {x} wants {c} paid ({e})"),
            ("md", "", "* {c}: {x} wrote in {e}"), ("eml", "Subject: bills\n", "{e}: please see to {c}, says {x}"),
        ],
        [
            ("csv", "no,due,amount", "{c},{y},{z}"), ("md", "| amount | no | due |\n| --- | --- | --- |", "| {z} | {c} | {y} |"),
            ("tsv", "no\tamount\tdue", "{c}\t{z}\t{y}"), ("txt", "", "{y}  {c}  {z}.00"),
        ],
        {
            "X": ["{x}", "{x}"], "C": ["invoice {c}", "bill {c}", "{c}"], "E": ["month"],
            "Y": ["due date", "day it is due", "deadline"], "Z": ["amount", "bill"],
            "qy": ["until when must we pay {x}", "when is the money for {x} due", "by what day does {x} want the money"],
            "qz": ["how much does {x} get from us", "what do we owe {x}", "how high is the bill that {x} asks for"],
            "back": ["who gets the money on {y}", "whose bill is due {y}"],
        },
    ),
    Link(
        ("makefile targets tasks commands", "package scripts jobs steps"),
        {"x": "target", "c": "{nonsense}", "e": "word", "y": "tools/{word}.{=js|py|rb|sh}", "z": "int 2 60"},
        [
            ("mk", "", "{x}:\n\tnpm run {c} # {e}"), ("yml", "tasks:", "  {x}: yarn {c} # {e}"), ("txt", "", "{x} -> {c} ({e})"),
            ("md", "# Commands\n", "- `{x}` starts {c}; {e}"),
        ],
        [
            ("yaml", "scripts:", '  {c}: "run {y} --wait {z}"'), ("toml", "[scripts]", '{c} = "{y} -t {z}"'), ("ini", "", "{c} = {y} {z}"),
            ("txt", "", "{c} calls {y}, at most {z} minutes"),
        ],
        {
            "X": ["{x}", "`{x}`", "the target {x}"], "C": ["the script {c}", "{c}"], "E": ["remark", "comment"],
            "Y": ["program", "file", "source file"], "Z": ["time limit"],
            "qy": ["which program runs when I type {x}", "what does {x} start in the end", "what file is behind {x}"],
            "qz": ["what number goes to the program of {x}"],
            "back": ["which command gets {y} started", "what must I type so that {y} runs"],
        },
    ),
    Link(
        ("class pupils club members kids", "teachers courses lessons groups"),
        {"x": "name", "c": "{=a|b|c|d|e}{int 1 9}", "e": "animal", "y": "fullname", "z": "int 5 38"},
        [
            ("txt", "", "{x} goes to {c} and has a {e}"), ("csv", "child,group,pet", "{x},{c},{e}"), ("md", "", "- {x}: {C}; pet: {e}"),
            ("html", "<ul>", "  <li>{x} ({c}), {e}</li>"),
        ],
        [
            ("txt", "", "{C} is led by {y}; {z} children"), ("csv", "group,children,teacher", "{c},{z},{y}"),
            ("yaml", "", "{c}: {{teacher: {y}, children: {z}}}"), ("ini", "", "{c} = {y}, {z}"),
        ],
        {
            "X": ["{x}", "{x}"], "C": ["group {c}", "group {C}"], "E": ["pet", "animal"], "Y": ["teacher", "leader"], "Z": ["size of the group", "number of children"],
            "qy": ["who teaches {x}", "who is in charge of {x}", "whom do I write to about {x}"], "qz": ["how many children are in the group of {x}", "how big is the group that {x} goes to"],
            "back": ["which child is with {y}", "whom of them does {y} teach"],
        },
    ),
    Link(
        ("people staff team crew members", "shifts plan duty rota week"),
        {"x": "fullname", "c": "initials", "e": "trade", "y": "{=Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday} {=early|late|night|noon}", "z": "int 3 60"},
        [
            ("txt", "", "{x}, {e}"), ("csv", "name,job", "{x},{e}"), ("md", "# Our people\n", "- {x} ({e})"), ("txt", "", "our {e} is {x}"),
            ("yaml", "", "- {{name: {x}, job: {e}}}"),
        ],
        [
            ("txt", "", "{c}: {y}, {z} hours"), ("csv", "who,when,hours", "{c},{y},{z}"), ("md", "", "* {y}: {c} ({z} h)"), ("ini", "[shifts]", "{c} = {y} / {z}h"),
            ("html", "<ul>", "  <li>{y} - {c}, {z} hours</li>"),
        ],
        {
            "X": ["{x}", "{x}"], "C": ["{c}", "initials {c}"], "E": ["job", "trade", "profession"], "Y": ["shift", "turn"], "Z": ["number of hours", "hour count"],
            "qy": ["when does {x} work", "which shift has {x}", "when is it the turn of {x}"], "qz": ["how many hours does {x} do", "for how long is {x} on duty"],
            "back": ["who works {y}", "who has the {y} shift", "which of us is on duty {y}"],
        },
    ),
    Link(
        ("authors players guests readers", "scores results points ranking"),
        {"x": "fullname", "c": "initials", "e": "city", "y": "{=team|table|lane|group} {int 1 60}", "z": "int 2 99"},
        [("txt", "", "{x} from {e}"), ("csv", "name,city", "{x},{e}"), ("md", "", "1. {x} ({e})"), ("txt", "Welcome:", "{e} sends {x}")],
        [("txt", "", "{c} {z} points, {y}"), ("csv", "who,points,place", "{c},{z},{y}"), ("log", "", "{y}: {c} got {z}"), ("md", "", "| {c} | {y} | {z} |")],
        {
            "X": ["{x}", "{x}"], "C": ["{c}", "player {c}"], "E": ["city", "home town"], "Y": ["place", "seat"], "Z": ["score", "number of points"],
            "qy": ["where does {x} sit", "where do I find {x}"], "qz": ["how many points has {x}", "what did {x} score"],
            "back": ["who sits at {y}", "who is at {y}, the full name please"],
        },
    ),
    Link(
        ("passengers bookings travellers tickets", "departures flights board gates"),
        {"x": "name", "c": "{=LH|BA|AF|KL|SK|OS}{int 100 989}", "e": "{int 1 40}{=A|B|C|D|E|F}", "y": "city", "z": "int 1 90"},
        [
            ("txt", "", "{x}: {c}, seat {e}"), ("csv", "name,flight,seat", "{x},{c},{e}"), ("md", "", "- {c} {x} ({e})"), ("jsonl", "", '{{"seat": "{e}", "name": "{x}", "flight": "{c}"}}'),
        ],
        [
            ("txt", "", "{c} to {y}, gate {z}"), ("csv", "flight,to,gate", "{c},{y},{z}"), ("log", "", "gate {z} {y} {c}"), ("yaml", "", "{c}: {{gate: {z}, to: {y}}}"),
        ],
        {
            "X": ["{x}", "{x}"], "C": ["flight {c}", "{c}"], "E": ["seat"], "Y": ["destination", "goal of the trip"], "Z": ["gate", "gate number"],
            "qy": ["where does {x} fly to", "where will {x} land", "which city does {x} travel to"], "qz": ["from which gate does {x} leave", "to what gate must {x} go"],
            "back": ["who flies to {y}", "who of them goes to {y}", "which passenger lands in {y}"],
        },
    ),
    Link(
        ("bugs tickets reports todo", "components owners modules areas"),
        {"x": "{int 100 989}", "c": "{=ui|core|net|disk|mail|auth|sync|print|search|cache|login|parser}", "e": "{=open|closed|new|waiting|fixed|blocked|reopened|planned}", "y": "name", "z": "int 2 90"},
        [
            ("md", "", "- #{x} {c}: {e}"), ("csv", "no,component,state", "{x},{c},{e}"), ("txt", "", "{x} is {e} ({c})"), ("yaml", "", "- {{ticket: {x}, state: {e}, in: {c}}}"),
        ],
        [
            ("md", "", "| {c} | {y} | {z} files |"), ("txt", "", "{y} looks after {c} with its {z} files"), ("ini", "", "{c} = {y} ; {z} files"),
            ("csv", "component,files,owner", "{c},{z},{y}"),
        ],
        {
            "X": ["#{x}", "ticket {x}", "number {x}", "bug {x}"], "C": ["component {c}", "{c}"], "E": ["state", "status"], "Y": ["owner", "person in charge"], "Z": ["number of files"],
            "qy": ["who has to fix {x}", "who takes care of ticket {x}", "whom do I ask about bug {x}"], "qz": ["how many files has the part that {x} is about"],
            "back": ["which ticket lands with {y}", "which bug is for {y}"],
        },
    ),
    Link(
        ("routes urls paths web", "handlers views controllers actions"),
        {"x": "/{word}", "c": "{=show|list|save|drop|open|send}_{word}", "e": "{=GET|POST|PUT|DELETE|PATCH|HEAD}", "y": "{word}.{=py|js|rb|ts}", "z": "int 2 900"},
        [
            ("txt", "", "{e} {x} -> {c}"), ("py", "ROUTES = [", '    ("{e}", "{x}", "{c}"),'), ("yaml", "", "{x}: {{method: {e}, handler: {c}}}"), ("md", "", "* `{x}` ({e}) calls `{c}`"),
        ],
        [("txt", "", "{c} {y}:{z}"), ("md", "", "- {c} is in line {z} of {y}"), ("csv", "function,file,line", "{c},{y},{z}"), ("ini", "[functions]", "{c} = {y} {z}")],
        {
            "X": ["{x}", "`{x}`", "the url {x}"], "C": ["function {c}", "handler {c}", "{c}"], "E": ["method", "verb"], "Y": ["file", "source file"], "Z": ["line number"],
            "qy": ["which file answers {x}", "in what file is the code for {x}", "what file must I open to change {x}"], "qz": ["in which line does the code for {x} begin"],
            "back": ["which url ends up in {y}", "which path does {y} answer"],
        },
    ),
    Link(
        ("songs tracks playlist music", "albums records shelf discs"),
        {"x": "{word} {word}", "c": "{=CD|LP|EP}{int 1 60}", "e": "fullname", "y": "colour", "z": "int 1960 2024"},
        [("txt", "", "{x} by {e}, {c}"), ("csv", "song,disc,singer", "{x},{c},{e}"), ("md", "", "- *{x}* ({e}): {c}"), ("txt", "", "{c} - {e} sings {x}")],
        [("txt", "", "{c} has a {y} sleeve and is from {z}"), ("csv", "disc,year,sleeve", "{c},{z},{y}"), ("yaml", "", "- {{disc: {c}, sleeve: {y}, year: {z}}}"), ("ini", "", "{c} = {y}, {z}")],
        {
            "X": ["{x}", '"{x}"', "the song {x}"], "C": ["disc {c}", "{c}"], "E": ["singer", "voice"], "Y": ["sleeve colour", "colour of the sleeve"], "Z": ["year"],
            "qy": ["what colour is the sleeve with {x}", "I look for the disc with {x}, what colour is it"], "qz": ["from what year is {x}", "when did {x} come out", "how old is {x}, I mean the year"],
            "back": ["which song is in the {y} sleeve", "what plays when I take the {y} one"],
        },
    ),
]  # fmt: skip
