"""How people tell what a new file is to hold, and what is to become of it once it is written.

`{file}` is its name, `{form}` its notation as a noun, `{told}` all that it is to hold; `{x}` what a row is called by and
`{v}` what it says; `{at}` is " in FILE", or nothing where the file was just spoken of.
"""

from __future__ import annotations


def _lines(text: str) -> list[str]:
    return text.strip().split("\n")


NEW = _lines("""
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

CODE = _lines("""
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

RUN = _lines("""
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

ADD = _lines("""
[add|append|put] this at the end{at}: {what}
[add|append] at the [very |]end{at}: {what}
[add|append] one more{at}[ at the end|]: {what}
[add|put] another one [behind the others|at the bottom|below the rest]{at}: {what}
=i forgot one{at}[, at the end|]: {what}
=[oh|ah|oops], i forgot{at}: {what}
=one is missing{at} [at the end|at the bottom]: {what}
=one more{at}: {what}
=[and|also|then] {what}, at the end{at}
=[and|also] this one{at}: {what}
=there is one more to come{at}: {what}
={what} should also be{at}, as the last one
={what}. [Add|Append|Put] that at the end{at}
={what}. That is missing at the end{at}
=last but not least{at}: {what}
=my wife just called, one more{at}: {what}
=the last one{at} should be: {what}
=it ends{at} with: {what}
=could you add{at}, as the last: {what}
=can you put {what} [at the end|at the bottom]{at}
=please don't forget{at}: {what}
=a late one{at}, put it last: {what}
=extend it{at} by: {what}
=we also need{at}, right at the end: {what}
=there's another one{at}: {what}. Put it last
=one came in late{at}: {what}, put it at the end
=then there is also this{at}: {what}
=and finally{at}: {what}
=wait, one more{at}: {what}
=let it end{at} with: {what}
=did i mention this{at}? {what}. It comes last
=hold on, there's one left{at}: {what}
=please complete it{at} with this: {what}
=what i left out{at}: {what}, as the last
=below all of them{at}: {what}
""")
ADD_UNDER = _lines("""
[add|put|append] {what} [to|under|at the end of] {g}{at}
[add|append] one more to {g}{at}: {what}
=under {g} i forgot one{at}: {what}
={what} [also belongs|belongs|should go] [to|under] {g}{at}
={g} also [gets|has|needs] {what}{at}
={g} lacks one{at}: {what}
=one more for {g}{at}: {what}
=for {g}, at its end{at}: {what}
=and {what}, that goes under {g}{at}
=[oh|ah|oops], {g} was not complete{at}: {what} is missing
={what}. [Add|Put] that to {g}{at}
=i left something out under {g}{at}: {what}
=the last one of {g} should be this{at}: {what}
=can {g} have {what} as well{at}
=my sister says there is one more under {g}{at}: {what}
=please complete {g}{at} with {what}
=extend {g}{at} by {what}
=there's {what} too, it's a case for {g}{at}
=put this where {g} is{at}, as the last: {what}
=below the others of {g}{at}: {what}
""")
ADD_FIRST = _lines("""
[add|put] this on top{at}, as the first: {what}
[add|put] one more before all the others{at}: {what}
=at the very top{at} should come: {what}
=the first one{at} should be another: {what}. The others stay
=before all others{at}: {what}
=i forgot the first one{at}: {what}
=it should start{at} with {what}, then the rest as it is
={what}. [Put|Add] that first{at}
=even before those{at}: {what}
=one more, but on top{at}: {what}
""")
ADD_BEHIND = _lines("""
[add|put|insert] {what} [right |directly |]after {y}{at}
[add|put|insert] this behind {y}{at}: {what}
=behind {y}{at} one is missing: {what}
=after {y}{at} comes {what}
=i skipped one after {y}{at}: {what}
=directly below {y}{at} i want: {what}
=follow {y} with this{at}: {what}
=between {y} and what comes next{at}, put: {what}
={what}. [Insert|Put|Add] that after {y}{at}
""")
DROP = _lines("""
[drop|remove|delete|take out|scratch|strike] {y}{at} [again|]
[leave out|kick out|throw out] {y}{at}
=without {y}{at} please
=[no|sorry], not {y}{at}, take that out [again|]
=we don't need {y}{at} [any more|after all], take it out
={y} can go{at}
={y} is not needed{at}
={y} was a mistake{at}, remove it
={y} was wrong{at}, that one has to go
=on second thought, no {y}{at}
=forget about {y}{at}
=i should not have said {y}{at}, delete it
={y} out{at}
=can you take {y} out{at} again
=everything but {y}{at} is fine, so delete that one
=my brother says {y} is nonsense{at}, get rid of it
=cross out {y}{at}
=let's do without {y}{at}
={y} is already taken care of, remove it{at}
=please strike {y}{at}, the rest stays
=hm, better without {y}{at}
=i want {y} gone{at}
=the customer cancelled {y}{at}, remove it
={y} has been sold{at}, so take it off
={y} is done{at}, take it off
=somebody else does {y}{at}, remove it
=please remove {y}{at}, i was too fast
=drop {y}{at}, we have enough already
=i take {y} back{at}
=there is one too many{at}: {y}
=can {y} be left out{at}
=would you delete {y}{at} again
={y} does not belong here{at}, delete it
=wait, no {y}{at}
=never mind {y}{at}, delete it
""")
CHANGE = _lines("""
[change|set|correct|make] {y}{at} to {new}
[change|correct] what {y} has{at} to {new}
={y} was wrong{at}, [it's|it is|it should be|make it] {new}
={y} should be {new}{at}
={y} is {new}{at}, not {old}
={y}: {new}, not {old}{at}
=[no|sorry], {y} is {new}{at}
=i said {old} for {y}{at}, but it is {new}
=for {y}{at} it should be {new}
=for {y} take {new} instead{at}
=with {y} i was wrong{at}: {new}
=make that {new} for {y}{at}
=it's {new} for {y}{at}, i mixed that up
=not {old} for {y}{at}, but {new}
={y} has become {new}{at}
=my wife found a mistake{at}: {y} is {new}
=somebody told me that {y} is {new}{at}, please correct that
=i misread my notes, {y} has {new}{at}
={y} -> {new}{at}
=can {y} be {new} instead{at}
=could you put {new} for {y}{at}
=better {new} for {y}{at}
=the {old} of {y} is wrong{at}, {new} is right
=i confused something: {new} belongs to {y}{at}
=instead of {old}, {y} should have {new}{at}
={new} for {y}{at}, that's what i meant
=the one for {y}{at} must be {new}
=please put {new} where {y} is{at}
=i was told {y} is {new} now{at}, so change it
=can we have {new} with {y}{at}
=oh, {y}{at} is rather {new}
=wait, {y} is {new}{at}
=hm, {y}{at}. that can't be {old}, make it {new}
=my handwriting is awful, {y} is {new}{at}
=it says {new} on the receipt for {y}{at}, not {old}
={y}, that's {new}{at} and not what i said
=please correct {y}{at}: {new}
=small correction{at}: {y} is {new}
=one correction{at}, {y} should have {new}
=the customer insists on {new} for {y}{at}
=i got {y} wrong{at}. {new} it is
=where it says {old} for {y}{at} it should say {new}
={old} for {y} was last year{at}, now it's {new}
=from today on {y} is {new}{at}
=give {y} {new}{at}
""")
CELL = _lines("""
[change|set|correct] the {column} of {y} to {new}{at}
=the {column} of {y} is {new}{at}
=the {column} of {y} was wrong{at}, [it's|it is|it should be] {new}
={y} has the {column} {new}{at}, not {old}
=wrong {column} for {y}{at}. [It's|It should be|Right is] {new}
={y}, {column}: {new}{at}
=for {y} the {column} should be {new}{at}
=i told you the wrong {column} for {y}{at}: it is {new}
=make the {column} {new} for {y}{at}
=as {column} of {y} put {new}{at}
={y}'s {column} is {new}{at}
={new} is the {column} of {y}{at}, i was mistaken
=there's a mistake with {y}{at}, the {column} should be {new}
=can you give {y} {new} as its {column}{at}
=my colleague says that the {column} of {y} is {new}{at}
=the {column} of {y}{at} must be {new}
=small correction{at}: {y} has the {column} {new}
=the {column} {old} of {y} is wrong{at}, {new} is right
=on the receipt the {column} of {y} is {new}{at}
=please put {new} for the {column} of {y}{at}
=wait, the {column} of {y} is {new}{at}
=i misread the {column} of {y}{at}, it should be {new}
={column} of {y}{at}: {new}, not {old}
=where {y} has {old} as {column}{at}, it should have {new}
=from today on the {column} of {y} is {new}{at}
=hm, the {column} of {y}{at} can't be {old}. It's {new}
=could you correct the {column} of {y} to {new}{at}
=somebody called: {y} has {column} {new}{at}
=my mistake, {y}{at} has {new} for {column}
=put the {column} of {y} right{at}, it is {new}
""")
RENAME = _lines("""
replace {y} [by|with] {new}{at}
[change|turn] {y} into {new}{at}
[write|put|take] {new} instead of {y}{at}
=it should be {new}, not {y}{at}
=[no|sorry], {new} instead of {y}{at}
={y} was wrong{at}, i meant {new}
=i said {y}{at} but meant {new}
=not {y} but {new}{at}
={y} should be {new}{at}
={y} should read {new}{at}
=make {y} {new}{at}
=where you have {y}{at}, put {new}
=you misheard{at}: {new}, not {y}
=call it {new} rather than {y}{at}
=i'd rather have {new} than {y}{at}
=can you make {new} of {y}{at}
=wrong word{at}: {new} is right and {y} is not
=small correction{at}: {new}, not {y}
=wait, {y} should be {new}{at}
=it is {new} that i want{at}, not {y}
=they have no {y}, so {new} instead{at}
=i misread {y}{at}, it's {new}
=put {new} in the place of {y}{at}
=please correct {y} to {new}{at}
=instead of {y} i'd like {new}{at}
=let {new} stand where {y} is now{at}
=oh, {y} is not right{at}. {new} it is
=my sister says {new} instead of {y}{at}
=hm, {new} would be better than {y}{at}, change it
=exchange {y} for {new}{at}
=could {y} become {new}{at}
""")
SWAP = _lines("""
swap {y} and {z}{at}
exchange {y} and {z}{at}, i mean their places
=let {y} and {z} change places{at}
={y} and {z} should change places{at}
={y} and {z} are in the wrong order{at}, swap them
=the order of {y} and {z} is wrong{at}, exchange the two
=put {y} where {z} is{at} and the other way round
=i mixed up the order of {y} and {z}{at}, swap the two
=can {y} and {z} trade places{at}
""")
CONVERT = _lines("""
[write|save|store|make] the same as {form} in {file}
[write|save|put] [all of it|all that|it] once more, this time as {form}, into {file}
[give|make] me the same thing as {form}, {file}
=and as {form} too, in {file}
=and now the same as {form}, in {file}
=i need it as {form} as well, in {file}
=the same again as {form}: {file}
=also as {form}, call it {file}
=can i have that as {form} too? {file}
=could you also write it as {form} to {file}
=my colleague wants it as {form}, in {file}
=the same content in {file} please, but as {form}
=a second version, {file}: {form}
=a copy of it in another form, {form}, to {file}
=same data, {form}, {file}
={file} should have the same, as {form}
=for the other program i need that as {form}. {file} is the name
=now in {file}: the same, as {form}
=please also {file}, the same things as {form}
=and {file}, same content, {form}
=my phone can't read that. {form} in {file}, the same content
=one more time as {form}, but in {file}
=the website needs it as {form}, {file}
=put the same into {file}, only that it's {form}
=i'd also like {form} of it, file name {file}
=make {file} out of it as well, {form}
=and the very same in {file}, as {form}
=what would it look like as {form}? Save it as {file}
=keep this one and write {file} with the same things as {form}
=the same rows in {file} please, {form}
=in addition {file}: same content as {form}
=copy all of it to {file}, but as {form}
""")
ASK = _lines("""
=what did i say for {y}{at}?
=what was it for {y}{at} again?
=what does it say for {y}{at} now?
=and {y}{at}?
=what's with {y}{at}?
=remind me, {y}{at} was?
=which one did i give for {y}{at}?
=what have you got for {y}{at}?
=did i tell you something for {y}{at}? what was it?
=what stands beside {y}{at}?
=i forgot what {y} has{at}
=tell me what you wrote for {y}{at}
=read me what belongs to {y}{at}
=my memory is bad: what is it for {y}{at}?
=how did i put it for {y}{at}?
=just to be sure, {y}{at} is what?
=what is {y} now{at}?
=could you tell me what {y} has{at}?
=and what about {y}{at}?
=for {y}{at}, what did we say?
=i need to know what it is for {y}{at}
=quickly, {y}{at}?
""")
ASK_BACK = _lines("""
=which one has {v}{at}?
=what was the one with {v}{at}?
=for which one did i say {v}{at}?
=which one was {v} for{at}?
=where did i put {v}{at}?
=what goes with {v}{at}?
=to what does {v} belong{at}?
=and {v}{at}, which one was that?
=i only remember {v}{at}, for which one was it?
""")
ALTER = _lines("""
[make|use|take] {new} instead of {old}{at}
[replace|change] {old} [by|with] {new}{at}
=it should be {new}, not {old}{at}
=[no|sorry], {new} instead of {old}{at}
=i said {old}{at} but i want {new}
=i meant {new}, not {old}{at}
=not {old} but {new}{at}
={new} would be better than {old}{at}
=make the {old} {new}{at}
=where it has {old}{at} put {new}
=let's take {new} and not {old}{at}
=what if it had {new} in place of {old}{at}? change that
=the teacher wants {new} instead of {old}{at}
=can you make that {new} instead of {old}{at}
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
GROUPS = ["under {g} {all}", "under {g}[ come| we have|:| i want]  {all}", "{g}: {all}", "{g} has {all}", "{g} with {all}", "in {g} {all}", "in the part {g} {all}", "for {g} {all}", "{g} ({all})", "{g} gets {all}", "to {g} belong {all}", "below {g}: {all}", "as for {g}: {all}", "{g} - {all}"]  # fmt: skip
"""How somebody tells what stands under a heading `{g}`."""
CORRECTED = ["{no} - no, {yes}", "{no} (no wait, {yes})", "{no}, sorry, {yes}", "{no}, i mean {yes}", "{no} - scratch that, {yes}", "{no} - wait, {yes}", "{no}, no, {yes}", "{no} (sorry, {yes})", "{no} - oh no, it's {yes}"]  # fmt: skip
"""How somebody who dictates corrects himself at once."""

TODO = """call <name>|ring <name> back|buy <goods>|wash the <gear>|water the <flower>|clean the <room>|paint the <room>|feed the <animal>
repair the <gear>|lend <name> the <gear>|book <sport> for <day>|cook <dish>|write to <name>|visit <name> in <city>|tidy the <room>
return the <gear> to <name>|pay <price> to <name>|learn <subject>|fetch <goods>|train for <sport>|order a <gear>|ask <name> about <subject>
fix the <room> door|pick up <name> at <hour>|sell the <instrument>|tune the <instrument>|bake with <fruit>|plant <flower>|send <name> the <gear>
bring <name> some <goods>|thank <name>|measure the <room>""".replace("\n", "|").split("|")  # fmt: skip
"""Things to do, their nouns to be drawn."""
