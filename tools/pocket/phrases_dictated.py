"""How people tell what a new file is to hold.

`{file}` is its name, `{form}` its notation as a noun, `{told}` all that it is to hold, `{does}` what a script does; `{x}`
what a row is called by and `{v}` what it says.
"""

from __future__ import annotations


def lines(text: str) -> list[str]:
    return text.strip().split("\n")


NEW = lines("""
[create|write|make|start|add|save] {file}[,| as| -] {form}: {told}
[create|write|make|start|add|set up] {file} as {form}, [and it holds|with this in it|holding|containing]: {told}
[create|write|make|prepare|put together] {form}, [called|named|file name] {file}: {told}
[create|write|make] {form} [in|as] {file} from what i [say|dictate|tell you] now: {told}
[create|write|make] me {form} in {file}. [It goes like this|What belongs in it|The content]: {told}
[write|put|note|take] down in {file}[, as {form}|; {form} please]: {told}
[put|write|bring|save] this into {file} as {form}: {told}
[turn|make|convert] [this|the following|what follows] into {form}, {file}: {told}
[type|key|enter] this into {file} for me, as {form}: {told}
=i [need|want|would like] {form} in {file}: {told}
=i'd like to have {form}, {file} [is the name|as the file name]: {told}
=[we need|we want|there should be] {file}, {form}. [In it|It says|It has]: {told}
={file} [should become|should be|will be|is going to be] {form}: {told}
={file} does not exist yet. [Make|Write|Start] it, {form}, with [this|these]: {told}
=new file {file}, {form}: {told}
=[another|one more|a further] file, {file}, {form}: {told}
=[next|now|then] {file}[, which is|. It is|:] {form}. {told}
=next one is {file}: {form}, namely {told}
=let me dictate {file} to you, {form}: {told}
=i dictate, you write: {file}, {form}. {told}
=[ready|listen]? {file}, {form}: {told}
=take this down please: {told}. [It goes into|Save it in|The file is] {file}, {form}
=[my boss|my wife|the office|our teacher] dictated this on the phone: {told}. [Put|Write|Get] it in {file} as {form}
=this has to go into {file} as {form}: {told}
=[here is|here's] what {file} should hold, {form}: {told}
=[here comes|here is|this is] the content for {file} ({form}): {told}
=could you write {file} for me? {form}: {told}
=could you put the following in {file}, in the form of {form}: {told}
=can you make {form} out of this and call it {file}: {told}
=would you please write {form} to {file}? [The content|What it holds]: {told}
=as {form}, in {file}: {told}
=as {form} please, file {file}: {told}
=in {file} i want {form}: {told}
=in {file} there should be {form}, with: {told}
=for {file}, {form}: {told}
=for the file {file} i need {form}. [Its content|It goes]: {told}
={told}. [Write|Put|Save|Store|Get] [that|this|all that] [in|to|into] {file}, {form}
={told}. [Make|Create] {file} [from|out of] [that|this], {form}
={told} - [that|this] [belongs|should go] into {file} as {form}
={told}. That's for {file}, as {form}
={told}. I need it as {form}, in {file}
={told}. Can you save that as {form} in {file}?
=before i forget it: {told}. Note it in {file}, {form}
=i have to remember this: {told}. Please put it into {file} as {form}
=i am on the phone, so just write: {told}. File {file}, {form}
=someone read this to me: {told}. It should end up in {file}, as {form}
=from the meeting: {told}. Save that in {file} as {form}
=what we agreed: {told}. Write it to {file}, {form}
=from memory: {told}. Please make it {form}, {file}
=from my paper notes: {told}. I want that as {form} in {file}
=on the sticky note it says: {told}. Copy it to {file}, {form}
=the old file is lost, so once more: {told}. That makes {file}, {form}
=start {file} for me. It is {form}, and this is what goes in: {told}
=i'm driving and can't type. {file}, {form}: {told}
=my hands are full, please write {form} to {file}: {told}
=a fresh file called {file}, please: {form}. The content is {told}
=a file {file}, being {form}: {told}
=file: {file}. kind: {form}. content: {told}
={file} <- {form}: {told}
={file}: {form}. {told}
={file}, {form}, [with|holding] [the following|this]: {told}
=please set up {file}. i think of {form}, like so: {told}
=the team wants {form} in {file}. what it says: {told}
=do me a favour and fill a new {file}, {form}, with this: {told}
=keep this for me in {file}, {form}: {told}
=exactly in this order, as {form}, in {file}: {told}
=keep the order: {told}. {file}, {form}
=nothing else than this in {file}, {form}: {told}
=i'd write it myself but my keyboard is broken: {file}, {form}: {told}
""")

CODE = lines("""
[create|write|make|add] {file}, it {does}
[create|write|make|save] a [python script|little script|script|small program] {file} that {does}
[create|write|make] a [python script|script|program] that {does}[, called|, named|. Call it|. Name it|. It goes into|, in|; file name:] {file}
[create|write|make] {file}. When it runs it {does}
[create|write|make] me a bit of python in {file} that {does}
[create|write|code] {file} so that it {does}
=i [need|want] {file}, a script that {does}
=i'd like a [python program|python script] which {does}, in {file}
={file} should be a script that {does}
={file} is missing. Write it in python; it {does}
=[another|one more|the next] script, {file}: it {does}
=[next|now|then] {file}, python, it {does}
=new script {file}: it {does}
=for my class: {file}, python code that {does}
=can you write python that {does}? It goes into {file}
=could you make {file}? All it does: it {does}
=would you code something in {file} that {does}
=in {file}: code that {does}
=in {file} i want python that {does}
=a one-filer please: {file}, {does}
=what {file} has to do: it {does}. Write it
=it {does}: that is all i want from {file}, please write it
=python, {file}, {does}
=as python in {file}: {does}
=the kids want a script that {does}. Put it into {file}
=the exercise says: a script that {does}. Put it in {file}
=a tiny helper for me that {does}, file {file}
=do you know how to write something in python that {does}? {file} is the file
=think of a script that {does}, and write it to {file}
=please code {file}: it {does}
=i need to show my students {file}, which {does}
=nothing fancy: {file}, and it {does}
=just for fun: a script that {does}. Let's call it {file}
=let me have {file}, a python program. It {does}
=would be great to have a script that {does}, under the name {file}
=a warm-up: write {file}, which {does}
=it's simple: {file} {does}
=to try python out: {file}, it {does}
=python again. {file} this time, and it {does}
=my son wants to see python code that {does}. Put it in {file}
=put a program into {file} that {does}
""")

RUN = lines("""
run it
run it now
[now |]run [it|that|the script] please
start it
execute it
launch it
try it
try it out
let it run
give it a run
=and run it
=ok, run it
=[good|great|fine|nice|perfect], now run it
=go on, start it
=does it work? run it
=run {file}
=run {file} please
=start {file}
=now start {file} and tell me what comes out
=execute {file} and show me the output
=let's see {file} run
=what does it print?
=what comes out when you run it?
=what does {file} print?
=let me see what it prints
=let me see it in action
=show me the output
=i want to see what it prints
=and what's the output?
=test it once
=press start
=run that please and tell me the output
=and now let it run, i want the output
=run the thing
=can you run it
=could you run {file} for me
=would you start it please
=okay, go and run it
=go, run it
=then run {file}
=please execute {file}
=what happens if you run it?
=what is the output of {file}?
=i'm curious, run it
=let's try {file}
=see if it works: run it
=does {file} work? try it
""")

# Ways to tell a row of two cells.
CLAUSES = {
    "plain": ["{x} {v}", "{x}: {v}"],
    "price": ["{x} costs {v}", "{x} costs {v}", "{x} is {v}", "{x} at {v}", "{x} {v}", "{x} for {v}", "{v} for {x}", "{x} ({v})", "{x} goes for {v}", "we charge {v} for {x}", "{x}: {v}", "{x} = {v}", "we sell {x} for {v}", "{x} sells at {v}", "one pays {v} for {x}", "{x} comes to {v}"],
    "count": ["{v} {x}", "{v} {x}", "{v} times {x}", "{x}: {v}", "{x} ({v})", "{v} of {x}", "{v} x {x}", "{x} {v}", "we have {v} of {x}", "there are {v} {x}", "of {x} we have {v}", "{x}, and of that {v}"],
    "time": ["{x} at {v}", "{x} at {v}", "{x} starts at {v}", "{v} {x}", "at {v} {x}", "{x} {v}", "{x} ({v})", "{x} begins at {v}", "at {v} there is {x}", "{x} from {v} on", "{x} is at {v}", "{v} is for {x}"],
    "home": ["{x} lives in {v}", "{x} lives in {v}", "{x} is from {v}", "{x} ({v})", "{x} in {v}", "{x}: {v}", "{x} moved to {v}", "in {v} we have {x}", "{x} is at home in {v}"],
    "trade": ["{x} is a {v}", "{x} is our {v}", "{x} works as a {v}", "{x} ({v})", "{x}, {v}", "{x} as {v}", "our {v} is {x}", "the {v} is {x}", "{x} is the {v}"],
    "phone": ["{x} has {v}", "{x} has the number {v}", "{x} is at {v}", "{x}: {v}", "{x} ({v})", "{v} is {x}", "you reach {x} at {v}", "the number of {x} is {v}", "for {x} dial {v}"],
    "place": ["{x} is in the {v}", "the {x} is in the {v}", "{x} goes into the {v}", "{x} in the {v}", "{x}: {v}", "{x} ({v})", "in the {v} there is the {x}", "{x} belongs in the {v}", "{x} lies in the {v}"],
    "setting": ["{x} is {v}", "{x} is {v}", "{x} {v}", "{x}: {v}", "{x} = {v}", "{x} set to {v}", "{x} should be {v}", "the {x} is {v}", "{x} ({v})", "{v} for {x}", "{x} -> {v}", "set {x} to {v}", "{x} has to be {v}", "{v} as {x}", "for {x} take {v}", "{x} equals {v}", "let {x} be {v}"],
    "version": ["{x} {v}", "{x} in version {v}", "{x} at {v}", "{x} version {v}", "{x} ({v})", "{x} is {v}", "{x} pinned to {v}", "version {v} of {x}", "{v} for {x}"],
    "target": ["{x} runs {v}", "{x} runs {v}", "{x} does {v}", "{x} should run {v}", "{x} is for {v}", "{x}: {v}", "{x} calls {v}", "for {x} it is {v}", "with {x} we run {v}"],
    "docker": ["{x} {v}", "{x}: {v}", "{x} is {v}", "the {x} is {v}", "{v} as {x}", "{v} as the {x}", "{x} ({v})", "as {x} {v}", "for the {x} take {v}", "{x} = {v}"],
    "type": ["{x} is {v}", "{x}: {v}", "{x} ({v})", "{x} as {v}", "{x}, {v}", "the column {x} is {v}", "{x} of type {v}"],
    "style": ["{x} {v}", "{x} {v}", "{x}: {v}", "{x} is {v}", "{x} set to {v}", "{v} for {x}", "the {x} is {v}", "{x} = {v}", "{x} should be {v}"],
}  # fmt: skip
GROUPS = ["under {g} {all}", "under {g}[ come| we have|:| i want] {all}", "{g}: {all}", "{g} has {all}", "{g} with {all}", "in {g} {all}", "in the part {g} {all}", "for {g} {all}", "{g} ({all})", "{g} gets {all}", "to {g} belong {all}", "below {g}: {all}", "as for {g}: {all}", "{g} - {all}"]  # fmt: skip
"""How somebody tells what stands under a heading `{g}`."""
CORRECTED = ["{no} - no, {yes}", "{no} (no wait, {yes})", "{no}, sorry, {yes}", "{no}, i mean {yes}", "{no} - scratch that, {yes}", "{no} - wait, {yes}", "{no}, no, {yes}", "{no} (sorry, {yes})", "{no} - oh no, it's {yes}"]  # fmt: skip
"""How somebody who dictates corrects himself at once."""

TODO = """call <name>|ring <name> back|buy <goods>|wash the <gear>|water the <flower>|clean the <room>|paint the <room>|feed the <animal>
repair the <gear>|lend <name> the <gear>|book <sport> for <day>|cook <dish>|write to <name>|visit <name> in <city>|tidy the <room>
return the <gear> to <name>|pay <price> to <name>|learn <subject>|fetch <goods>|train for <sport>|order a <gear>|ask <name> about <subject>
fix the <room> door|pick up <name> at <hour>|sell the <instrument>|tune the <instrument>|bake with <fruit>|plant <flower>|send <name> the <gear>
bring <name> some <goods>|thank <name>|measure the <room>""".replace("\n", "|").split("|")  # fmt: skip
"""Things to do, their nouns to be drawn."""
