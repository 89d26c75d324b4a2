"""How people ask about files, one sentence or two a line.

`{q}` is a direct question ("who pays the rent"), `{Q}` the same with a capital, `{i}` an indirect one, `{n}` a noun.
The marks at the ends are meant: what is asked stays as it is written here.
"""

from __future__ import annotations

from tools.pocket.draw import Draw
from tools.pocket.phrasing import _typo, asking


def said(draw: Draw, text: str) -> str:
    """A little noise on a sentence: case, the last mark, a lead-in, a tail, a slip of the finger; slots stay."""
    if draw.chance(0.4):
        return asking(draw, "=" + text)
    if draw.chance(0.06):
        text = draw.pick(["hey, ", "hi! ", "hello, ", "ok, ", "so, ", "well, ", "um, ", "good morning. ", "sorry, ", "psst, ", "next question: ", "oh, and "]) + text  # fmt: skip
    if draw.chance(0.2):
        text = text.rstrip(".?!")
    elif draw.chance(0.07):
        text += draw.pick([" Thanks!", " Thank you.", " Please.", " That's all I need.", " No hurry.", " Just that.", " Nothing more.", " It's for a friend.", " I'm in a hurry.", " Don't change anything.", " Short answer please."])  # fmt: skip
    if draw.chance(0.65) and text[0] != "{":
        text = text[0].upper() + text[1:]
    if draw.chance(0.05):
        text = _typo(draw, text)
    if draw.chance(0.04):
        text = text.replace("'", "")
    return text


def rows(text: str) -> list[str]:
    """One phrase a line."""
    return [line.strip() for line in text.strip().splitlines() if line.strip()]


DIRECT = rows("""
{q} according to {file}?
according to {file}, {q}?
going by {file}, {q}?
{q}, [going by|if you go by|judging from] {file}?
{q}, if {file} is right?
if {file} is right, {q}?
now that you can see {file}, {q}?
the answer must be in {file}: {q}?
{q}? [It's|It is|That's|It should be|The answer is|That stands|I wrote it down] in {file}.
{q}? [See|Check|Look in|Look at|Consult|Try|Open] {file}.
{q} ({file})?
({file}) {q}?
{file}: {q}?
{file} - {q}?
{file}, {q}?
in {file}, {q}?
in {file} it [says|is written|is noted] somewhere: {q}?
I [have|keep|saved|left] notes in {file}. {Q}?
I have {file} here. {Q}?
There is a file {file}. {Q}?
There's this {file} in the folder; {q}?
You will find {file} in this folder. {Q}?
Somebody left {file} here. {Q}?
My [colleague|sister|boss|neighbour|teacher|friend] sent me {file}. {Q}?
I [forgot|can't remember|never remember|lost track]: {q}? It's all in {file}.
I forgot what {file} says. {Q}?
Open {file} and look. {Q}?
Have a look at {file} please: {q}?
Take {file}. {Q}?
Here's a question about {file}: {q}?
A question about {file}. {Q}?
Question on {file}: {q}?
Quick question about {file} - {q}?
With {file} at hand, {q}?
Can you tell from {file}: {q}?
Could you look into {file} for me? {Q}?
Would you mind reading {file}? {Q}?
Read {file}, then answer: {q}?
Read {file} first. {Q}?
Please read {file}. {Q}?
Use {file} to answer this: {q}?
Answer with the help of {file}: {q}?
Answer me this from {file}: {q}?
Only {file} knows: {q}?
What does {file} say, {q}?
Does {file} say {q}?
{q}? I think {file} knows.
{q}? I bet it's in {file}.
{q}? I'd guess {file} has that.
{q}? You can look it up in {file}.
{q}? {file} should tell.
{q}? {file} has it.
{q}? The file is {file}.
{q}? The file to look at is {file}.
{q}? My notes are in {file}.
{q}? I can't open {file} right now.
{q}? (it's in {file})
{q}? (file: {file})
{q} - look at {file}
{q}? Find out from {file}.
{q}? Someone asked me and all I have is {file}.
{q}? I was asked that today; {file} must have it.
The thing is in {file}. {Q}?
Everything is written down in {file}. So {q}?
All of it stands in {file}, but {q}?
We keep that in {file}. {Q}?
Since you can read {file}: {q}?
I'm looking at {file} and don't get it. {Q}?
{file} is too long for me. {Q}?
{file} is what I have. {Q}?
{file} was updated this morning. {Q} now?
I need one thing from {file}. {Q}?
One thing about {file}: {q}?
Someone wants to know: {q}? Look in {file}.
They ask me "{q}?" - check {file}.
The question is: {q}? The answer is somewhere in {file}.
Help me with {file}. {Q}?
Do me a favour and check {file}: {q}?
Remind me, {q}? {file} has it.
Remind me from {file}: {q}?
Say, {q} in {file}?
{q} in {file}?
And in {file}, {q}?
And {q}? Same place, {file}.
Let's see {file}. {Q}?
Let me ask about {file}: {q}?
You've got {file}. {Q}?
Check for me in {file}: {q}?
Question: {q}? Source: {file}
file {file} question {q}
{file} {q}
look {file}. {q}?
pls check {file}, {q}?
before I call them: {q}? It is noted in {file}.
I'm on the phone, quick: {q}? {file}!
I don't want to guess. {Q}? {file} is the source.
If I read {file} correctly it's all in there. {Q}?
No idea where my glasses are. {file}: {q}?
The list is {file}. {Q}?
As far as {file} goes, {q}?
Inside {file}: {q}?
Over in {file}, {q}?
""")
DIRECT += rows("""
a customer is waiting. {Q}? I believe {file} has it.
I'm writing a report and need {file}. {Q}?
I'm standing in front of the door with {file} in my hand: {q}?
I made {file} last year. {Q}?
I copied {file} from the old computer. {Q}?
I'd ask the others, but they are away. {Q}? {file} should have it.
we argued about it all day. {Q}? {file} decides.
we have a bet: {q}? {file} settles it.
the file is called {file}. {Q}?
the file {file} is new here. {Q}?
the name of the file is {file}, the question is: {q}?
what {file} tells us: {q}?
what would {file} answer to this: {q}?
{q}, says {file}?
{q}, as it stands in {file}?
{q}, as written in {file}?
{q} as per {file}?
{q} (as per {file})?
{q}, do you know? It's in {file}.
{q}, could you check? {file}
{q}... {file} must have it.
{q}? Don't guess, read {file}.
{q}? Don't answer before you have read {file}.
{q}? Have a peek at {file}.
{q}? It is somewhere inside {file}.
{q}? It's one of the lines of {file}.
{q}? Look it up: {file}.
{q}? Please go by {file}.
{q}? Please use {file}.
{q}? That's what {file} is for.
{q}? We wrote that in {file}.
{q}? You'd have to open {file}.
{q}? Your source is {file}.
{q}? file {file}
""")
INDIRECT = rows("""
tell me {i}. It's in {file}.
tell me from {file} {i}.
tell me {i} according to {file}.
tell me, using {file}, {i}.
[look|have a look|take a look] [in|into|at] {file} and [tell me|say|let me know] {i}.
open {file} and tell me {i}.
read {file} and say {i}.
go through {file} and find out {i}.
check in {file} {i}.
check {i} in {file}.
find out from {file} {i}.
find out {i}; {file} should say.
see in {file} {i}.
I [want|need|would like|have] to know {i}. [Look in|Check|See|Try|Read] {file}.
I'd like to know {i}, and {file} has it.
I wonder {i}. {file} should tell.
I'm wondering {i}; could you check {file}?
I can't remember {i}. {file} has it.
I forgot {i}, it is in {file}.
I have no idea {i}. Can you look at {file}?
I'm not sure {i}. Would you check {file}?
nobody remembers {i}. It was written down in {file}.
no one here knows {i}, but {file} does.
my boss wants to know {i}. Have a look at {file}.
[Someone|A customer|My brother|The teacher|The new guy|Grandma] asked {i}. I think it's in {file}.
they keep asking me {i}. Could you check {file}?
can you see in {file} {i}?
can you tell {i} from {file}?
could you tell me {i}? It's written in {file}.
could you look up in {file} {i}?
would you tell me {i}? See {file}.
do you know {i}? {file} may help.
does {file} say {i}?
does {file} mention {i}?
is it written in {file} {i}?
what does {file} say about {i}?
{file} says {i}. What does it say?
{file} should say {i}; tell me.
{file} tells {i}. Read it to me.
in {file} it says {i}. Tell me, please.
somewhere in {file} it is noted {i}. Find it.
it must be in {file} {i}. Look please.
I need {file} checked: {i}?
please report {i}, as given in {file}.
explain with {file} {i}.
it would help me to know {i}. {file} is the place to look.
it'd be great if you told me {i} ({file}).
I was asked {i}; the answer is in {file}.
I'd rather hear it from you {i}, after a look at {file}.
figure out {i} - you'll find it in {file}.
let me know {i}, {file} has the answer.
please say {i} - file {file}
tell {i} from {file} file
need to know {i}, file {file}
without changing {file}, tell me {i}.
you can read {file}, so tell me {i}.
what I want from {file}: {i}.
what I'd like to find in {file} is {i}.
all I need to know is {i}. It's in {file}.
just {i}, from {file}.
""")
TWO = rows("""
{a}, and {b}? Look in {file}.
{a}? And {b}? It's all in {file}.
{file}: {a}, and {b}?
{file} - {a}? {b}?
two questions about {file}: {a}, and {b}?
I have two questions. {A}? And {b}? The file is {file}.
look at {file}. {A}, and {b}?
in {file}, {a} and {b}?
according to {file}, {a}, and {b}?
read {file} and answer: {a}? {b}?
first, {a}? Second, {b}? See {file}.
{a}? Also, {b}? {file} has both.
{file} has two things I need: {a}, and {b}?
check {file}: {a}; {b}?
open {file} please. {A}? {B}?
what I need from {file}: {a}, also {b}.
I'm reading {file}. {A}? And then, {b}?
before I forget: {a}, and {b}? All in {file}.
{a} and {b}, if {file} is right?
could you look into {file}? {A}, and {b}?
""")
TWO_NOUNS = rows("""
what are the {a} and the {b} in {file}?
give me the {a} and the {b} from {file}.
I need the {a} and the {b}; both are in {file}.
I need both the {a} and the {b} from {file}.
{file}: the {a} and the {b}?
tell me the {a} as well as the {b} from {file}.
the {a} and the {b}, please. They stand in {file}.
look up the {a} in {file}, and the {b} too.
read {file} and give me two things: the {a} and the {b}.
from {file} I need the {a}, also the {b}.
what's the {a}, and what's the {b}? See {file}.
could you get me the {a} and the {b} out of {file}?
my boss wants the {a} and the {b}. {file} has them.
find the {a} and the {b} in {file}.
check {file} for the {a} and for the {b}.
does {file} have the {a} and the {b}? Tell me both.
I forgot the {a} and the {b}. Look in {file}.
""")
PLAIN: list[tuple[tuple[str, ...], list[str]]] = [
    (("port", "server_port", "http_port", "listen_port", "PORT"), ["on which port does it listen ~ on which port it listens", "which port do i have to open", "which port is it on", "what port is used", "where does it listen, i mean the port", "to which port do i connect"]),
    (("host", "hostname", "server", "host_name", "bind"), ["which machine does it talk to ~ which machine it talks to", "which host is used", "what server is it on ~ what server it is on", "where does the server sit", "what host do we connect to ~ what host we connect to"]),
    (("timeout", "timeout_s", "request_timeout", "timeout_seconds", "connect_timeout"), ["when does it time out ~ when it times out", "after how long does it give up waiting", "how long does it wait before it times out", "how long is the timeout ~ how long the timeout is", "after how many seconds is there a timeout"]),
    (("retries", "max_retries", "retry_count", "retry_limit", "attempts"), ["how many times does it try again ~ how many times it tries again", "how often does it retry ~ how often it retries", "how many retries are allowed", "how many attempts are made"]),
    (("debug", "debug_mode", "DEBUG"), ["are we in debug mode ~ whether we are in debug mode", "is debugging on ~ whether debugging is on", "is debug switched on ~ whether debug is switched on"]),
    (("verbose", "verbose_output"), ["is it verbose ~ whether it is verbose", "is the output verbose ~ if the output is verbose"]),
    (("version", "app_version", "release"), ["which version is it ~ which version it is", "how new is it, which version", "what version do we have ~ what version we have", "at which version are we", "which release is this"]),
    (("author", "created_by"), ["who wrote it", "who is behind it", "who made this", "who is the author ~ who the author is", "by whom is it ~ by whom it is"]),
    (("maintainer",), ["who maintains it", "who looks after it", "who is the maintainer ~ who the maintainer is", "who keeps it up"]),
    (("owner",), ["who owns it", "whose is it ~ whose it is", "to whom does it belong ~ to whom it belongs", "who is the owner"]),
    (("license",), ["how is it licensed ~ how it is licensed", "under which license is it ~ under which license it is", "what licence does it have ~ what licence it has"]),
    (("log_level", "loglevel", "logging_level", "LOG_LEVEL"), ["how much is logged", "at which level does it log ~ at which level it logs", "what level of logging is on", "how detailed are the logs"]),
    (("database", "db_name", "db", "database_name", "dbname"), ["which database is used", "what is the database called ~ what the database is called", "where do the data go, which database", "which db do we connect to ~ which db we connect to"]),
    (("username", "db_user", "login", "user_name"), ["who logs in", "as whom does it log in ~ as whom it logs in", "with which user name do we log in", "which user is used"]),
    (("password", "passwd"), ["how do i log in, what's the password", "what password do we use ~ what password we use", "which password is set"]),
    (("theme", "color_scheme", "skin"), ["which theme is on", "what does it look like, which theme", "what theme is chosen", "which theme did we choose ~ which theme we chose"]),
    (("color", "colour"), ["what colour is it ~ what colour it is", "which color is used", "in what color is it painted"]),
    (("language", "lang", "default_language"), ["which language is it in ~ which language it is in", "what language does it speak ~ what language it speaks", "in which language does it come"]),
    (("threads", "num_workers", "worker_count", "workers", "processes"), ["how many run at the same time", "how many workers are there ~ how many workers there are", "how many threads or workers does it start"]),
    (("batch_size",), ["how big is a batch ~ how big a batch is", "how many go into one batch", "what's the size of the batches"]),
    (("interval", "poll_interval", "refresh"), ["how often is it refreshed", "at what interval does it run ~ at what interval it runs", "how many seconds lie between two runs"]),
    (("email", "mail", "admin_email", "support_email", "contact_email"), ["where can i write to ~ where i can write to", "to which address do i mail", "what's the e-mail address", "how can i reach them by mail"]),
    (("city",), ["in which city is it ~ in which city it is", "which city is it ~ which city it is", "which town is given"]),
    (("country", "nation"), ["in which country is it ~ in which country it is", "which country is it ~ which country it is", "from what country is it"]),
    (("age",), ["how old is it ~ how old it is", "what age is given", "how many years old is it"]),
    (("price", "cost"), ["how much does it cost ~ how much it costs", "what do i pay ~ what i pay", "how expensive is it ~ how expensive it is", "how much is it ~ how much it is", "what would i have to spend"]),
    (("width",), ["how wide is it ~ how wide it is", "what's its width", "how broad is it"]),
    (("height",), ["how high is it ~ how high it is", "how tall is it ~ how tall it is"]),
    (("depth",), ["how deep is it ~ how deep it is", "how far down does it go"]),
    (("font_size",), ["how big are the letters", "how large is the font ~ how large the font is", "in what size is the text"]),
    (("deadline", "due"), ["when is it due ~ when it is due", "by when must it be done", "when must i be finished", "until when is there time", "when's the deadline"]),
    (("expires",), ["when does it expire ~ when it expires", "how long is it valid ~ how long it is valid", "until when is it good"]),
    (("start_date",), ["when does it start ~ when it starts", "when do we begin ~ when we begin", "on what day does it start"]),
    (("released",), ["when was it released ~ when it was released", "when did it come out ~ when it came out"]),
    (("team", "department", "division"), ["which team is responsible", "which team or department is it ~ which team or department it is", "who deals with it, which team"]),
    (("greeting", "welcome", "banner"), ["how does it greet ~ how it greets", "what do visitors read first", "with which words are people welcomed", "what is said as a welcome"]),
    (("motto", "slogan"), ["what's the motto", "what do they say of themselves, what's the slogan", "with which slogan do they advertise"]),
    (("encoding", "charset"), ["how is the text encoded ~ how the text is encoded", "which encoding is used", "what character set is it"]),
    (("format", "output_format"), ["what format does it write ~ what format it writes", "in which format does it come out ~ in which format it comes out", "how is the output formatted"]),
    (("seed", "random_seed"), ["which seed is used", "what is the randomness seeded with", "with what is the generator seeded"]),
    (("epochs", "iterations", "rounds"), ["how many times does it go round ~ how many times it goes round", "how many rounds or epochs are there", "for how many rounds does it run"]),
    (("role", "job", "position", "profession"), ["what does this person do for a living", "which job is it ~ which job it is", "what is the job", "what's the occupation"]),
    (("quantity", "stock", "copies"), ["how many are there ~ how many there are", "how many do we have ~ how many we have", "how many pieces are left"]),
    (("homepage", "website"), ["where is it on the web ~ where it is on the web", "what's the web site", "at which address is the homepage"]),
]  # fmt: skip
"""Keys of settings and what people ask who do not use the key's name."""

COUNT_ITEMS = rows("""
how many things are on the list in {file}?
how many entries are there in {file}?
how many entries does {file} have?
how many items does {file} hold?
how many items are listed in {file}?
how many items did I put in {file}?
how many points are in {file}?
{file} is a list. How many entries has it got?
{file} has one item a line. How many are there?
{file}: how many entries?
I lost count: how many items are in {file}?
I need the number of entries in {file}.
count the items in {file}.
count the entries of {file} for me.
count what is on the list {file}.
tell me the number of items in {file}.
tell me how many entries {file} has.
what's the number of items in {file}?
how long is the list in {file}?
how many are there in {file}?
""")
NOUN = rows("""
what is the {n} in {file}?
what's the {n} in {file}?
what is the {n} according to {file}?
according to {file}, what's the {n}?
{file} has the {n}. What is it?
{file} holds the {n}, tell me.
{file} gives the {n}; what is it?
{file} contains the {n}. Can you read it to me?
the {n} is in {file}. What is it?
the {n} stands in {file}. Tell me.
the {n} is somewhere in {file}. Find it for me.
the {n} should be in {file}; could you get it?
the {n} must be written in {file}. How does it read?
I need the {n}. It's in {file}.
I need the {n} from {file}.
I'm after the {n}. Look in {file}.
I'm looking for the {n} in {file}.
I forgot the {n}. {file} has it.
I lost the {n}; check {file}.
I can't find the {n}. It ought to be in {file}.
I'd like to see the {n} from {file}.
I would love to know the {n}. I think {file} has it.
could I have the {n}? It is in {file}.
could you get me the {n}? See {file}.
could you pull the {n} out of {file}?
can I get the {n} from {file}?
can you read the {n} off {file}?
may I have the {n}, please? {file} knows it.
please give me the {n}, {file} lists it.
give me the {n}; it's noted in {file}.
give the {n} as written in {file}.
give me just the {n} from {file}.
fetch the {n} from {file}.
fetch me the {n} that {file} gives.
get the {n} out of {file}.
look up the {n} in {file}.
look the {n} up, it's in {file}.
look in {file} for the {n}.
look into {file}; I need the {n}.
search {file} for the {n} and tell me.
check {file} for the {n}.
check the {n} in {file}.
read the {n} from {file}.
read {file} and give me the {n}.
read {file}; then tell me the {n}.
open {file} and find the {n}.
dig the {n} out of {file}.
find me the {n} in {file}.
remind me of the {n}. {file} has it.
somebody needs the {n}, it's in {file}.
my boss asked for the {n}. It stands in {file}.
[Someone|A friend|The bank|My mother|Our client] wants the {n}; see {file}.
we need the {n} that {file} mentions.
we were asked for the {n}. Have a look at {file}.
they want the {n}. {file}.
which {n} does {file} give?
which {n} is in {file}?
which {n} do we have in {file}?
what {n} do you see in {file}?
what {n} is noted in {file}?
what does {file} give as the {n}?
what does {file} say for the {n}?
what does {file} list as the {n}?
what does {file} tell about the {n}?
what did I write in {file} as the {n}?
what did they put in {file} for the {n}?
what stands in {file} for the {n}?
how does {file} give the {n}?
how is the {n} written in {file}?
do we have the {n} in {file}? What is it?
is there a {n} in {file}? Which?
does {file} have the {n}? If so, tell me.
does {file} mention the {n}? I need it.
{file}: the {n}?
{file}: {n}
{file} -> {n}?
{n} in {file}?
{n}, please ({file}).
{n} from {file}, please.
{n}? It's in {file}.
{n}? {file}.
{n} {file}
the {n} in {file}?
the {n}, as {file} has it?
the {n}, please. File is {file}.
the {n} - what does {file} say?
about the {n}: what does {file} say?
as for the {n}, what does {file} say?
concerning the {n}, see {file} and tell me.
in {file} there's the {n}. What is it?
in {file} you'll find the {n}; tell me what it is.
in {file}, what's the {n}?
inside {file}: what is the {n}?
from {file} I need the {n}.
from {file}, the {n} please.
tell me the {n} from {file}.
tell me the {n}. The file is {file}.
tell me what {file} has as the {n}.
let me have the {n} out of {file}.
say the {n}, from {file}.
say what the {n} in {file} is.
show me the {n} in {file}.
quote the {n} from {file}.
extract the {n} from {file}.
determine the {n}; {file} is the source.
I wonder about the {n} in {file}.
it's about the {n}. Could you look at {file}?
this is about {file}. What's the {n}?
I am reading {file} but miss the {n}. What is it?
I am filling in a form and need the {n}. It's in {file}.
there is a line in {file} with the {n}. What does it say?
there must be a {n} in {file}. Tell me, please.
you have {file}; I need the {n}.
nobody can tell me the {n}, yet {file} has it.
without touching {file}, tell me the {n}.
would you happen to see the {n} in {file}?
would you be so kind as to give me the {n} from {file}?
kindly state the {n} given in {file}.
pls send {n} from {file}
need {n}, see {file}
want {n} of file {file}
""")
# the other jobs that look and answer -------------------------------------------------------------------------------
FOLDER = rows("""
what's the {n} here?
what's the {n} in this project?
what is our {n}? It's set somewhere here.
we set the {n} somewhere in this folder. What is it?
I forgot what the {n} is. Look around here.
I need the {n}. It's in one of these files.
I need to know the {n}; I don't know which file has it.
one of the files here has the {n}. Tell me.
there must be a {n} in some file here. What is it?
somewhere in this project the {n} is set. Find it.
can you find the {n} in this folder?
could you look up the {n}? It's in the settings.
the {n} is in a file of this folder; what is it?
the {n}, please. It's somewhere here.
look through the folder and tell me the {n}.
see what the {n} is. It must be around here.
have a look at the config and give me the {n}.
check the settings for the {n}.
which {n} do we use here?
what {n} does this thing use?
what did we choose as the {n} in this project?
someone asks for the {n}. Where do we have it, and what is it?
does this project have a {n}? Which one?
{n} of this project?
{n} here?
""")
RUN = rows("""
fire up {file}.
fire {file} up and tell me what it says.
kick off {file}.
kick off {file} for me.
launch {file} and tell me what happens.
start {file} up.
start {file}, I want to see the output.
give {file} a go.
give {file} a try.
give {file} a spin and report.
give {file} a run.
let's give {file} a whirl.
let's see what {file} does when it runs.
let's see {file} in action.
let's run {file}.
invoke {file}.
invoke {file} with python.
call {file} and show me what it prints.
have python run {file}.
have python execute {file} and give me the result.
get {file} running.
make {file} run.
make python run {file}.
let python loose on {file}.
put {file} through python.
use python3 on {file}.
python3 {file}
python {file}
run {file} with python3 please.
run the thing in {file}.
run what is in {file}.
run {file} once and tell me the output.
run {file}; what does it say?
run {file}. What comes out?
I wrote {file}. Does it run?
I wrote {file} yesterday. Run it.
I wrote {file} but never ran it. What does it print?
I finished {file}. Can you try it?
I've just saved {file}. Run it, please.
I have a script here, {file}. Please run it.
I have {file}. What happens if you start it?
I need the output of {file}.
I need to see what {file} prints.
I want {file} to run.
I'd like to see {file} run.
I'd like {file} executed.
I'm curious what {file} prints.
I wonder what {file} prints. Run it.
I can't run {file} here. Would you?
there's {file} in the folder. Run it.
there is a script called {file}; start it and tell me what it says.
{file} is ready. Start it.
{file} is done, run it.
{file} should work now. Check it by running it.
{file} should be executed.
{file} must be run once.
{file} needs to be run.
{file} wants to be started.
{file} wants a test run.
{file}: run it.
{file}, run please.
{file} - what's the output?
{file} run
the script {file}, what does it print?
the script is {file}. Run it and report.
the program in {file} has to be started.
the output of {file}, please.
what will I see if I start {file}?
what would {file} print?
what shows up when {file} runs?
what happens on running {file}?
what do we get when we execute {file}?
what does python say to {file}?
what does {file} give when it's run?
does {file} run without errors?
does {file} still work?
does {file} crash?
will {file} run?
is {file} working?
is {file} broken? Run it.
is {file} ok? Start it and see.
see if {file} works.
see whether {file} runs.
see what happens when you run {file}.
check {file} by running it.
check that {file} runs through.
check if {file} still runs.
test-run {file}.
do a test run of {file}.
do a run of {file} for me.
could you execute {file}?
could you get the output of {file}?
could you start {file} for me and tell me what it prints?
can you run {file} and show the result?
would you run {file}?
would you start {file}? I need the result.
please have {file} executed.
please let {file} run once.
show me what {file} does when it's run.
show me the result of {file}.
somebody says {file} fails. Run it.
somebody broke {file}, I think. Does it run?
my boss wants to see {file} run.
time to run {file}.
off you go with {file}: run it.
go and run {file}.
now start {file}, will you?
what's {file} up to? Run it to find out.
try {file}.
try {file} out and tell me.
try to run {file}.
try to start {file} and see if it works.
execute {file}; report.
execute the python file {file}.
play {file} once.
trigger {file}.
""")
LIST = rows("""
what files do I have here?
what all is in here?
what is lying around here?
what's in here?
what have we got in this folder?
which files are there?
which files exist here?
I need a list of the files here.
I'd like to see which files are here.
I'm new to this project. What files does it have?
I just opened this folder. What is in it?
I lost track of my files. Which ones are here?
give me the list of files.
give me a listing of this folder.
show me the folder.
show the directory listing.
show what's in the working directory.
name all files in this folder.
name the files that are here.
tell me what files are in this directory.
can you list the files?
could you show me what is in this folder?
let me see the files here.
let's see what's here.
do we have any files here?
are there any files here? Which?
the files here, please.
files?
dir
file list please
what does this directory hold?
what does the current folder contain?
have a look around and tell me which files there are.
have a look at the folder and list what you see.
look what is in this folder.
see which files are here.
take stock of this folder.
print the names of the files here.
an overview of the folder, please.
tell me the names of all the files here.
""")
LIST_IN = rows("""
what have we got in {folder}?
what is lying in {folder}?
what's inside {folder}?
what is stored in {folder}?
which files does {folder} hold?
which files has {folder}?
what files can I find in {folder}?
I need to know what is in {folder}.
I'd like to see what's in {folder}.
I put some files into {folder}. Which are there?
I forgot what I put in {folder}.  What is there?
there's a folder {folder}. What is in it?
there is a folder called {folder}; list it.
{folder}: which files?
{folder} - what's in there?
the folder {folder} has some files. List them.
the files in {folder}, please.
name the files in {folder}.
show the contents of the folder {folder}.
show me the files under {folder}.
list the folder {folder}.
list what's under {folder}.
look inside {folder} and tell me what is there.
open the folder {folder} and name the files.
give me a listing of {folder}.
can you list {folder}?
could you tell me which files are in {folder}?
tell me what is stored in {folder}.
peek into {folder}.
""")
WHERE = rows("""
where does {name} come up?
where does {name} occur?
where does {name} appear in the files?
where did I write {name}?
where did we put {name}?
where's {name} in here?
where in this project is {name}?
where exactly is {name}?
in what file do I find {name}?
in what file does {name} occur?
which of the files has {name}?
which of these files mentions {name}?
which file is {name} in?
which file talks about {name}?
which places use {name}?
I need to know where {name} is.
I'm looking for {name}. Which file is it in?
I can't find {name}. Where is it?
I saw {name} somewhere. Where was that?
I know {name} is somewhere here. Find it.
I remember {name} from some file; which one?
I want to rename {name} later. Where is it used?
I wonder where {name} is used.
somewhere in here there is {name}. Where?
someone mentioned {name}. Which file is that in?
somebody uses {name}; find out where.
{name} must be somewhere. Find the place.
{name} is in one of the files. Which?
{name}: where is it?
{name} - which file?
{name} occurs somewhere in this folder. Where?
find every place with {name}.
find the file with {name} in it.
find me {name}.
search all files for {name}.
search everything for {name}.
search the code base for {name}.
go through all files and find {name}.
scan the files for {name}.
show me where {name} is.
show all occurrences of {name}.
show me the lines with {name}.
list the places where {name} is used.
tell me which file has {name}.
can you find {name} anywhere?
can you see {name} in any file?
could you search for {name}?
could you find out where {name} is used?
do we use {name} anywhere?
do you see {name} anywhere?
does {name} exist in this project?
does {name} appear anywhere?
does anything here use {name}?
is there any file with {name}?
is {name} in any of the files?
have we got {name} somewhere?
hunt down {name}.
track down {name} for me.
trace {name} in this folder.
""")
HAS = rows("""
I need to know if {what} is in {file}.
I'm not sure whether {file} has {what}. Does it?
I think {what} is in {file}. Is it?
I think {file} mentions {what}. Does it?
I believe I put {what} into {file}. Did I?
did I write {what} in {file}?
did anybody put {what} into {file}?
did we put {what} in {file}?
do we have {what} in {file}?
do you see {what} in {file}?
do you find {what} anywhere in {file}?
does {what} appear in {file}?
does {what} occur in {file}?
does {what} stand in {file}?
does {file} say anything about {what}?
does {file} list {what}?
does {file} name {what}?
is {what} already in {file}?
is {what} listed in {file}?
is {what} mentioned in {file}?
is {what} one of the lines of {file}?
is {what} on the list in {file}?
is {what} missing from {file}?
is {file} with or without {what}?
{file}: is {what} in it?
{file} - does it have {what}?
{what} in {file}, yes or no?
yes or no: is {what} in {file}?
have a look at {file}. Is {what} there?
have we got {what} in {file}?
look whether {what} is in {file}.
look in {file} to see if {what} is there.
see if {file} has {what}.
see whether {what} is in {file}.
make sure {what} is in {file}.
verify that {file} contains {what}.
someone claims {file} contains {what}. True?
can I find {what} in {file}?
could you check if {what} is in {file}?
tell me if {file} has {what} in it.
""")
LINE = rows("""
I only need the {which} line of {file}.
I need the {which} line of {file}.
I'd like to read the {which} line of {file}.
I want to know how the {which} line of {file} goes.
there is {file}. What is its {which} line?
there's something in the {which} line of {file}. What?
{file} has several lines. What does the {which} one say?
{file} has a few entries. What is the {which} line?
{file}: the {which} line?
{file}, {which} line please.
open {file}. How does its {which} line read?
open {file} and read me the {which} line.
look at the {which} line of {file} and tell me what it says.
look into {file}; what's the {which} line?
the {which} line in {file} says what?
the {which} line of {file}, please.
the {which} line is all I need from {file}.
read me the {which} line of {file}.
read {file} and say what the {which} line is.
quote me the {which} line of {file}.
what text is on the {which} line in {file}?
what do you see in the {which} line of {file}?
what is there in the {which} line of {file}?
could you give me the {which} line of {file}?
could you read out the {which} line of {file}?
can I have the {which} line of {file}?
get me the {which} line of {file}.
fetch the {which} line from {file}.
tell me how the {which} line of {file} reads.
tell me what stands in the {which} line of {file}.
how does {file} read in the {which} line?
in {file} I need the {which} line.
inside {file}, the {which} line says what?
which text does {file} have in its {which} line?
just the {which} line of {file}.
my screen cuts off the {which} line of {file}. What does it say?
let me hear the {which} line of {file}.
""")
NUMBER_LINE = rows("""
I need line {n} of {file}.
{file}, line {n}?
{file}: line {n}, please.
what do you find on line {n} of {file}?
what stands on line {n} in {file}?
what is line {n} in {file}?
open {file} and read line {n}.
open {file}. What is on line {n}?
an error points to line {n} of {file}. What is there?
python complains about line {n} of {file}. What does it say?
somebody mentioned line {n} of {file}. How does it read?
look at line {n} of {file} and tell me what's there.
could you read me line {n} of {file}?
can I see line {n} of {file}?
let me see line {n} in {file}.
tell me what is written in line {n} of {file}.
get line {n} out of {file}.
how does line {n} of {file} go?
line no {n} of {file} please
in {file} go to line {n} and tell me what it says.
""")
COUNT_LINES = rows("""
I need to know how many lines {file} has.
I wonder how long {file} is. How many lines?
is {file} long? How many lines is it?
{file}: how many lines?
{file}, number of lines please.
{file} - line count?
count how many lines are in {file}.
count for me the lines that {file} has.
could you count the lines of {file}?
can you tell how many lines are in {file}?
tell me how many lines long {file} is.
how many lines long is {file}?
how many lines would you say {file} has?
how many lines did I write in {file}?
how many lines of text are in {file}?
how many lines do we have in {file}?
the length of {file}, in lines?
give me the line count for {file}.
open {file} and count the lines.
what's the total number of lines in {file}?
wc -l {file}
""")
SHOW = rows("""
I'd like to read {file}.
I want to read {file}. Show it to me.
I need to see the whole of {file}.
I need everything that's in {file}.
I forgot what I wrote in {file}. Show me.
I can't open {file}. What does it say?
I got {file} from a friend. What is in it?
there's a file {file}. What's in it?
there is something called {file} here; what does it contain?
{file}: what's in it?
{file} - show it to me.
{file}, please.
{file} contains what?
the content of {file}?
the whole of {file}, please.
the text of {file}, please.
what have we got in {file}?
what have I written in {file}?
what is there in {file}?
what stands in {file}?
what all is in {file}?
what's {file}? Show it.
what do you see in {file}?
what does the file {file} say?
what does it say in {file}?
could you show me {file}?
could you read {file} to me?
could you print {file}?
can you open {file} and show it?
would you read out {file}?
let me read {file}.
let's have a look at {file}.
let's see what {file} says.
open {file} for me.
open {file} and show me all of it.
dump {file}.
cat {file}
give me all of {file}.
give me the text of {file}.
output {file}.
print out the file {file}.
put {file} on the screen.
recite {file}.
read {file} aloud.
read the file {file} to me, please.
show {file} in full.
show me everything in {file}.
tell me everything that is in {file}.
tell me what {file} says.
type out {file}.
""")
RETURNS = rows("""
what do I get back from {name} in {file}?
what comes back when I call {name} from {file}?
what comes out of {name} in {file}?
what does {name} give me? It's in {file}.
what does {name} do? See {file}.
what is {name} in {file} good for?
there's a function {name} in {file}. What does it return?
there is {name} in {file}; what does it compute?
I want to use {name} from {file}. What does it return?
I don't understand {name} in {file}. What does it do?
I wrote {name} in {file} long ago. What does it return?
I need to know what {name} in {file} returns.
I wonder what {name} returns. It's in {file}.
I forgot what {name} does; it's in {file}.
in {file} there's {name}. What does it return?
in {file}: what is the result of {name}?
{file} has a function {name}. What does it give back?
{file} defines {name}; what does it return?
{file}: what does {name} return?
{name} in {file}: what does it return?
{name} in {file} returns what?
{name} is defined in {file}. What does it do?
look at {name} in {file}. What does it return?
look into {file} and tell me what {name} gives back.
open {file} and explain {name}.
read {file} and tell me what {name} computes.
could you explain {name} in {file}?
can you tell me what {name} from {file} returns?
explain to me what {name} returns ({file}).
tell me the return value of {name} in {file}.
the result of {name} in {file}?
""")
ARGUMENTS = rows("""
how do I call {name} from {file}? What arguments does it take?
how many and which arguments does {name} in {file} take?
what must I pass to {name} in {file}?
what does {name} in {file} want as input?
what goes into {name} in {file}?
I want to call {name} from {file}. Which arguments does it need?
I need the arguments of {name}; it's in {file}.
{file} has {name}. What are its parameters?
{name} in {file}: which parameters?
the parameters of {name} in {file}, please.
which inputs does {name} in {file} expect?
with which arguments is {name} in {file} called?
look up the parameters of {name} in {file}.
what's the signature of {name} in {file}?
""")
FUNCTIONS = rows("""
what functions do I find in {file}?
what functions are there in {file}?
what functions did I write in {file}?
which functions can I use from {file}?
which functions live in {file}?
I need the names of the functions in {file}.
I want to know which functions {file} has.
{file}: which functions?
{file} has some functions. Which ones?
{file} defines functions. Name them.
the functions of {file}, please.
give me all function names in {file}.
go through {file} and list the functions.
look at {file} and name the functions it defines.
open {file}. Which functions are in it?
could you list the functions of {file}?
tell me what functions {file} defines.
show me the functions that are in {file}.
how many functions are in {file}, and which?
def lines in {file}: which functions?
""")
