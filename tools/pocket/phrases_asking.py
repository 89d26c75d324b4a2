"""What people say around a request: reasons and small talk before and after it, lead-ins, tails, synonyms.

`<thing>`, `<person>`, `<day>`, `<time>`, `<tool>`, `<role>`, `<place>` and `<n>` are filled with random values.
"""

from __future__ import annotations

BEFORE = """
I'm [working on|busy with|looking at|dealing with|cleaning up|going through] <thing> [today|this week|right now|at the moment|].
I've been [working on|fighting with|staring at] <thing> since <time>.
My colleague <person> [wrote|left|made|started] this.
<person> [from <place>|from our team|next door|] [wrote|set up|left us] [this|all of this].
We're [releasing|shipping|launching|presenting|demoing] <thing> [on <day>|next <day>|soon|in <n> days|tomorrow].
We [release|ship] <thing> on <day>.
It's for [a demo|my homework|a course|a talk|my team|a client|a test|a friend|the release|an experiment].
This is for <thing>.
The old one was [wrong|broken|a mess|useless|out of date].
Sorry [for the bother|to bother you|for asking again|for all the questions|to interrupt][!|.]
This is [urgent|rather urgent|not urgent|a small one|quick|an easy one|just a test|my last question].
I forgot how.
I [always|keep|tend to] [forget|mix up] how this works.
Got a [minute|second|moment|sec]?
[Do you have|Have you got] [a minute|time|a moment]?
I need your help [with something|here|again|for a second|].
[Good morning|Good afternoon|Good evening|Morning|Hello|Hi there|Hello again|Hey][!|.|, how are you?]
[Thanks|Thank you] for [the help so far|before|your patience|earlier][!|.]
[Okay|Right|Alright|Good|Great|Nice], [next one|one more thing|moving on|back to work|here we go|let's continue].
[One|Another] [small|quick|little|tiny] [thing|request|job|favour|task].
[Small|Quick|Tiny|Silly|Another] [request|favour|thing|job].
I have a [small|quick|simple] [request|job|task] [for you|].
<person> asked me [for this|to take care of this|about this] [on <day>|yesterday|this morning|twice already].
My [boss|manager|teacher|professor|brother|sister|flatmate|client] [wants this|needs this|is waiting for this|keeps asking] [by <day>|today|before <time>|].
The [boss|client|teacher|customer|team] is [waiting|getting impatient|in a hurry|not happy].
The meeting [starts at|is at] <time>.
I have [a call|a meeting|an exam|a train|a deadline] [at <time>|in <n> minutes|on <day>].
I'm on [the train|my phone|holiday|call|a bad connection|the night shift] [right now|].
I'm [new here|new to this|just learning|a beginner|still learning python|not a programmer|bad with computers].
[Today|<day>] is my first day [here|on <thing>|in the team].
I'm [trying out|testing|evaluating|playing with] [this tool|you|localcoder|the assistant].
We [moved|switched] to <tool> [last week|on <day>|a while ago].
<tool> [complains|is complaining|keeps complaining|is unhappy|gives up] [again|].
<tool> won't do it for me.
My editor [crashed|is frozen|is closed|won't start|hates me].
I [can't|cannot] do it myself [right now|, my hands are full|, I'm driving|].
I'm too [lazy|tired|busy|sleepy] to do this [myself|by hand|now].
I just [came back|got back] from [lunch|holiday|<place>|a meeting].
We [talked|spoke] about this [on <day>|yesterday|last week|with <person>].
I [promised|told] <person> [to take care of this|I would do this|it would be done by <day>].
<person> is [on holiday|ill|in <place>|away|out of office] [until <day>|this week|], so it's on me.
I [inherited|took over] <thing> from <person>.
<person>, our <role>, [wants it that way|needs this|insists|asked nicely].
I'm a <role> [in <place>|from <place>|].
I'm <person>[, a <role>| from <place>|].
This is [boring|tedious|simple] but [necessary|it has to be done|needed].
Nobody [noticed|cared|did this] [until now|before|].
[Finally|At last] [some|a little] time for <thing>.
I'm [preparing|writing|planning|building|fixing|tidying up] <thing>[ with <person>| for <person>|].
[There's|There is] [a problem|something wrong|one thing left|one thing to do] [here|with <thing>|].
Something is [off|odd|not right|missing] [here|with <thing>|].
I [noticed|saw|found|realised] something [this morning|yesterday|on <day>|just now|].
The review [found something|came back|is done].
<person> [found a mistake|found a bug|left a comment|complained] in the review.
[Last|The last] thing [for today|before I go|before lunch|on the list].
First things first.
Let's [start|begin|get going|get started|do this].
I [almost forgot|nearly forgot|forgot to ask].
Before I [forget|go|leave], something small.
[It's|It is] [late|early|<day>|Friday evening|almost <time>] and I want to [go home|finish|get this done].
[It's|It is] the <n>th time I ask.
I need this [by|before|on] <day>.
We are <n> people on <thing>.
The [build|pipeline|deployment|nightly run] [failed|is red|broke] [again|last night|].
The [workshop|lecture|class|hackathon|meetup|sprint|exam] [starts|begins|is] [on <day>|soon|in <n> days].
[Students|Customers|Users|People|Visitors] [keep asking|have complained|got confused|wrote to us].
I want to [ask|learn|request] something.
I'm [curious|wondering|not sure|a bit lost|stuck|confused].
I don't [understand|remember|know] [this|how this works|anything about this|much about <thing>].
I [hope|think] this is [easy|possible|simple|the right place to ask].
[Maybe|Perhaps] you can help.
You're [the expert|good at this|faster than me].
[Let me|I'll] keep [it|this] short.
[No rush|No hurry|Take your time|Whenever you're ready].
[Please be careful|Careful|Attention], <person> [uses this|depends on this|is watching].
I [slept badly|had no coffee yet|lost my notes|deleted my notes].
My [notes say|list says|calendar says] this is next.
[This|It] came up [in the meeting|on <day>|yesterday|in chat|with <person>].
[Item|Point|Step|Task|Ticket|Number] <n> on my list.
We agreed on this [with <person>|on <day>|in the meeting].
[According to|As discussed with|As agreed with] <person>, this is needed.
I got a [mail|message|note|call|letter] from <person> [on <day>|today|this morning|about <thing>|].
<place> [is waiting|called|goes live on <day>].
The office in <place> [needs this|asked for this|has complained].
We're [hosting|moving|closing|renaming|merging] <thing> [on <day>|next month|].
I [read|heard] that you can do [this|such things].
I tried [<tool>|it myself|everything|it by hand] and [gave up|failed|it was no fun].
[Imagine|Suppose] you're my [assistant|colleague|secretary].
We have [guests|visitors|new colleagues] on <day>.
I [spilled coffee|dropped my laptop|lost my keyboard], so you do it.
My [son|daughter|grandmother|neighbour|cat] [wants to see this|is watching|likes this].
[So|Well|Hm|Hmm|Um|Yo|Oh], [here's the deal|here it is|listen|you know what|where were we].
[Testing|Test], one two.
[I am|We are] [in a hurry|behind schedule|nearly finished|almost done|just starting].
[I am|I'm] cleaning up [before the weekend|after <person>|after the release|].
What a [day|week|mess|nice morning].
The [weather|internet|coffee|wifi] is terrible today.
I [feel|am] [lucky|tired|awake] today.
[Context|Background|Some background|Some context]: <thing> [is due on <day>|is nearly done|belongs to <person>].
[For context|FYI|Just so you know], <person> [takes over on <day>|is my <role>|left last week].
For <thing>.
About <thing>.
We use <tool> [for this|here|for everything].
I need [something|a hand|you].
[Next|Now] [task|job|item|point|step].
[My|Our] <role> [asked|called|wrote|is sick|wants this by <day>].
I'm setting [things|everything|<thing>] up on a new [laptop|machine|server|computer].
The [new|old] [laptop|machine|server|computer] is [ready|too slow|in <place>].
[Everything|All] else is [done|ready|working|fine].
This has [bothered|annoyed|confused] [me|us|<person>] for [weeks|days|<n> days].
<person> [broke|forgot|missed|skipped] [something|this|a step] [on <day>|again|yesterday].
[Between us|Honestly|To be honest|Frankly], I [don't care|have no idea|gave up] [why|how|any more].
Long story short: [it has to be done|<person> wants it|we were wrong].
There was a [storm|power cut|fire drill|party] [here|in <place>] [yesterday|on <day>|].
[As you|You] [know|may know|may have heard], [we use <tool>|<person> is back|<thing> is late].
My [keyboard|screen|mouse|left hand] is [broken|dirty|tiny|slow].
We have [<n> minutes|an hour|until <time>|until <day>].
[Remember|You remember] <person>? [Same story|Well, back again|This came from there].
[Yesterday|On <day>] [we|they] [changed our minds|found a mistake|had a long talk].
[Mum|Dad|Grandpa|My aunt] [says hello|wants to see this|is visiting].
I'm [on the phone|in the kitchen|outside|at the airport] [with <person>|], [typing with one hand|so be quick|].
[Legal|Marketing|Finance|Support|The office|Quality] [called|wrote|insists|asked for this].
[An auditor|A customer|A visitor|A reviewer] [from <place>|] [comes|arrives|calls] [on <day>|at <time>|tomorrow].
[Excuse|Pardon] my [English|typing|spelling].
English is not my [first|mother] [language|tongue].
I [only|just] have [one|a single] [question|wish|request] [left|today|].
[Still|Are you still] there?
[Ready|Are you ready|All set|Awake]?
[Guess what|News|Breaking news|Good news|Bad news][!|.]
[That|It] was [fast|nice|great|fun].
[Perfect|Lovely|Cool|Wonderful|Super|Excellent|Fine][!|.]
[No idea why|Don't ask why|Don't ask], [but here we go|it's a long story|<person> wants it].
[As always|As usual|Once more|One last time].
[Regarding|Concerning|With regard to] <thing>.
I'm [translating|copying|sorting|renaming] [things|stuff] for <person>.
<person> from <place> [says hi|is joining us|takes part|started on <day>].
[Trust me|Believe me], [it matters|we need this|I tried].
It's [cold|hot|raining|snowing|sunny] in <place>.
I [bought|sold|rented] [a boat|a bike|a house], but that's another story.
[Homework|Exercise|Lesson|Chapter|Assignment] <n>.
[Phase|Sprint|Round|Day|Part] <n> of <thing>.
We [lost|won|finished] [yesterday|on <day>], so [back to work|spirits are high].
<tool> is [down|slow|gone|broken] [today|since <time>|again].
This [used to work|was fine|looked better] [last week|before <person> came|in <tool>|].
They [said|told us|decided] so [in <place>|on <day>|at <time>|in the meeting].
[I owe you one|You'd save my day|You'd make me happy].
The [printer|heating|lift|coffee machine|projector] is [broken|making noises|on fire] [again|], so I'm [distracted|late|cold].
We [decided|voted|agreed] [unanimously|after a long discussion|in <place>|last night].
[Due to|Because of] [a typo|a misunderstanding|the holidays|<person>], we [start over|are late|do this twice].
[I'd|I would] do it myself, but [I'm on a tablet|my hands are full|I have no idea how|<tool> is not installed].
You [helped|saved] me [yesterday|last time|on <day>] already.
[Back|I'm back] [from <place>|again|with a new wish].
[Here|Now] [comes|is] [the fun part|the boring part|the last one|number <n>].
[Somehow|Apparently|It seems|It turns out] [nobody|<person>] [did it|looked|cared].
Can you [help|help me|lend me a hand|do something for me]?
[Will|Would] you [help|help me out|do me a favour]?
[May|Can|Could] I [bother|trouble|interrupt] you [for a second|again|]?
[Who|What] would I be without you!
I have [two left hands|no patience|bad eyes|a headache|a cold] today.
[The cat|My dog|The baby|A customer] [woke me|slept on my keyboard|is crying], anyway.
[This weekend|Tonight|On <day>] [we|I] [move to <place>|fly to <place>|present <thing>].
[<place>|<place>] [looks|is] [great|lovely|cold] [in spring|these days|on <day>].
We [got|received] [a complaint|a letter|a new order|feedback] from <place>.
[<person>|<person>] [quit|left|retired|joined] [on <day>|last month|], [sadly|and now it's my job|so I do this now].
[To|In order to] [finish|complete|close] <thing>, one more step is needed.
[Only|Just] [two|three|a few] [steps|things] left [for <thing>|].
I'm [copying this from|following] [a book|a tutorial|my notes|an old mail].
The [tutorial|manual|book|course|teacher] says this comes next.
In <place> [it's <time>|they do it differently|people are waiting].
At <time> [the train leaves|the shop closes|I have to go].
[Not sure|I'm not sure] if [you can do this|this is the right place|I explain it well].
[If|In case] you [wonder|ask|want to know]: [it's for <thing>|<person> asked me|no, it can't wait].
I [lost|won] a bet [against <person>|].
[Okay|Ok], [computer|robot|friend|machine], [listen|wake up|show what you can do].
[Do|Let's do] this [quickly|properly|together|step by step].
A [friend|colleague|student|customer|cousin] of mine [needs|wants|asked for] something.
I've got [something|a task|a puzzle|work] for you.
[Sigh|Ugh|Phew|Oops|Whoops|Argh|Wow|Yay|Aha].
My [previous|last|first] attempt [failed|was terrible|got lost|didn't work].
I [misread|misunderstood|overlooked|mixed up] something [in the mail|yesterday|on <day>|].
[Customs|The bank|The school|The council|The landlord] [changed its mind|wants it so|has new rules].
The [rules|requirements|plans|specs] [changed|are new|were updated] [on <day>|again|].
[Version|Release|Milestone|Edition] <n> [is coming|is out|must be perfect].
I'm <n> [years old|minutes late|tasks behind].
[Dear|Hello] [assistant|team|localcoder|helper], [I hope you are well|greetings from <place>|it's me again].
[Greetings|Regards|Hello|Hi] from <place>[!|.]
My name is <person>[ and I'm a <role>|, nice to meet you|].
[Night|Early] shift [here|again].
It's <time> and I'm [still|already] [awake|at work|here].
""".strip().splitlines()

AFTER = """
[Thanks|Thank you|Thx|Cheers|Ta|Many thanks|Thanks a lot|Much appreciated|Thanks in advance][!|.|, <person>.| so much!]
It's [for a demo|for <person>|for <thing>|urgent|not urgent|important|for my homework|due on <day>].
[<person>|My boss|The client|My teacher] [is waiting|wants it|asked for it|needs it by <day>|will check it].
We [need|release|ship] it [on <day>|by <day>|tomorrow|before <time>].
I [need|want] it [by <day>|before <time>|for <thing>|today|for the meeting].
The old one was [wrong|bad|outdated].
Sorry [for the bother|to bother you|for the rush|for my English][!|.]
[Nothing|No more] [else|than that].
[That's|That is] [all|it|everything|all I need|all for now].
Don't [touch|change] anything else.
Leave [everything else|the rest] [alone|as it is|untouched].
[Otherwise|Else] <person> [gets angry|will be upset|complains].
I [forgot|don't know|never remember] how.
I'll [be back at <time>|check later|take it from there|do the rest|explain later].
I [hope|trust] that's [clear|possible|okay|not too much].
[Okay|OK|Alright|Deal|Understood|Clear][?]
Is that [possible|okay|ok|clear|fine]?
Can you do that?
Do you think you can do [that|it]?
[Take your time|No rush|No hurry|Be quick|Hurry up|Quickly, if you can].
[Let me know|Tell me|Ping me|Shout] when [you're done|it's done|you are finished].
<person> [said so|told me|decided that|agreed|insists].
We [agreed|decided|talked about] that [on <day>|yesterday|with <person>].
[My|Our] <role> [wants it that way|said so|decided that].
The [build|review|client|demo|release] depends on it.
It [confuses|annoys|bothers] [me|people|<person>|everyone].
It's the last [thing|step|item] [on my list|for today|before the release].
[Then|After that] we're [done|ready|finished].
You're [great|the best|a star|a lifesaver|very kind].
[Have|Enjoy] a nice [day|weekend|evening][!|.]
[Good luck|Go|Go ahead|You got this][!|.]
I'm [on my phone|in a meeting|in a hurry|too lazy|driving|new here].
It should be [easy|quick|simple|a small thing].
[That would be|It'd be] [great|nice|lovely|a big help|awesome|perfect].
I'd [appreciate it|be grateful|be happy].
[Please|And please] be [careful|quick|precise|exact].
Keep it [short|simple].
[No|Without] [questions|explanations|comments][, please|].
[Ask|Call] me if [something|anything] is unclear.
We're [late|behind schedule|nearly done].
[Got it|Clear enough|Makes sense|Is it clear|Any questions]?
<person> [will thank you|says thanks|will be pleased].
We [can't|cannot] [ship|go on|wait] [without it|otherwise].
It has been [like that|bothering me|wrong] [since <day>|for <n> days|for ages].
[I owe you one|You saved my day|I'm counting on you].
[See you|Talk to you|Speak] [later|soon|on <day>][!|.]
[Bye|Ciao|Cheers mate|Kind regards|Best wishes|Best][!|, <person>|.]
[Somebody|Someone|<person>] [messed it up|forgot that|got it wrong] [again|on <day>|].
That's how [we|they] do it [in <place>|here|at <thing>].
[Afterwards|Later] I'll [show it to|send it to|tell] <person>.
I [already|just] told <person>.
My [phone|battery|laptop] is [dying|nearly empty].
[<person>|The boss|Legal|The teacher] [insists|was very clear|will look at it on <day>].
It has to be [ready|done|finished] [by <time>|on <day>|before lunch].
[No|There's no] [hurry|rush|pressure].
I [tried|wanted to do it] myself but [failed|gave up|had no time].
[You|U] [rock|rule][!|.]
[Hope|I hope] [that helps|you understand|this makes sense].
[Or|Well, or] is that [too hard|too much|forbidden]?
[Possible|Doable|Feasible|Okay with you|Can do]?
I [just|only] want to learn something.
[Everyone|Everybody|Nobody] [agrees|else can|noticed].
I'd do it, but [I'm busy|my hands are full|I have no idea how].
Don't [worry|ask why|overthink it].
The [rest|remainder] is [fine|okay|<person>'s job].
[Just|Only] that[, nothing more|].
[We|They] [go live|open|meet] [on <day>|at <time>|in <place>].
[Greetings|Regards] from <place>[!|.]
It's what [<person>|the customer|the teacher|my mother] [wants|asked for|said].
[Sooner is|The sooner the] better.
[Back|I'll be back] at <time>.
Then I can [go home|sleep|finally eat|close the ticket].
And [then|now] [coffee|lunch|a break|home][!|.]
[I'll|I will] [buy you|owe you] a [coffee|beer|cake].
It was <person>'s [idea|mistake|wish].
[Ticket|Item|Task|Step] <n> [is done then|can be closed then].
I've [never|rarely] done this [before|].
""".strip().splitlines()

# Sentences without anything that a pronoun in the request could point to.
SMALL_TALK = [line for line in BEFORE if "<thing>" not in line and "<tool>" not in line and " this" not in line]

# (weight, lead-in, whether it makes a question); a base form of a verb follows.
LEADS = [
    (30, "", False), (7, "please ", False), (3, "could you ", True), (3, "can you ", True), (1.5, "could you please ", True),
    (1.5, "can you please ", True), (1, "would you ", True),
] + [(0.3, line[1:] if line[0] == "?" else line, line[0] == "?") for line in """
I need you to
I want you to
I'd like you to
I would like you to
let's
let us
go ahead and
now
okay, now
quick one:
task:
your job:
todo:
we need to
we have to
we should
we ought to
i have to
i must
i need to
i want to
i wanna
i gotta
help me
help me to
kindly
next,
next up:
would like to
for a test,
for my project,
i would like to
i'd love to
you should
you need to
you have to
you must
so,
first,
first of all,
alright,
right,
well,
hey,
hey there,
hi,
hello,
yo,
localcoder,
hey localcoder,
buddy,
mate,
dear assistant,
friend,
sir,
computer:
bot,
time to
it's time to
one more thing:
another thing:
just
simply
quickly
please help me
please help me to
please just
please go and
please, if you can,
do me a favor and
do me a favour:
be so kind and
be a dear and
be kind enough to
if you can,
if possible,
if it isn't too much trouble,
when you have time,
when you get a chance,
whenever you can,
in this folder,
here,
i was asked to
i've been asked to
i was told to
my boss wants me to
my boss told me to
they want us to
the client wants us to
the plan is to
the idea is to
the goal is to
the task is to
the next step is to
the next thing on my list is to
the first thing to do is to
what i need is for you to
what i want is for you to
what i'd like you to do is
all you have to do is
all i want is to
all i need is for you to
it is necessary to
it would be nice to
it would be great if you could
it'd be good to
it'd help me a lot if you could
i was hoping you could
i was hoping to
i was wondering if you could
i wonder if you could
i'd be grateful if you could
i'd be glad if you would
i would appreciate it if you could
i'd be happy if you could
i want to ask you to
i have to ask you to
i must ask you to
may i ask you to
we kindly ask you to
you may now
you can now
feel free to
make sure to
be sure to
don't forget to
remember to
try to
see if you can
let me ask you to
i think we should
i guess we have to
maybe we should
i think you should
someone has to
somebody needs to
it's your turn to
it is your job to
your task is to
your mission:
request:
job:
action:
command:
instruction:
step 1:
ok so
ok,
ok please
pls
plz
ey,
um,
uh,
hmm,
oh, and
and
also,
then
?would you please
?would you kindly
?would you mind helping me to
?would it be possible to
?would it be possible for you to
?would you be able to
?would you be so kind as to
?are you able to
?is it possible to
?is there a way to
?can we
?could we
?could we please
?shall we
?should we
?may i ask you to
?might i ask you to
?might you
?can i ask you to
?could i ask you to
?can i get you to
?can i have you
?could you quickly
?could you just
?could you maybe
?could you possibly
?can you quickly
?can you just
?can you maybe
?can u
?could u
?will you
?will you please
?won't you
?how about you
?why don't you
?why don't we
?do you think you could
?do you think you can
?do you want to
?are you ready to
?any chance you could
?any chance to
?hey, can you
?hey, could you
?hi! could you
?hello, would you
?localcoder, can you
?hey buddy, can you
?sorry, could you
?excuse me, could you
?please, can you
?please could you
?so can you
?now can you
?and can you
?ok, can you
""".strip().replace("\n?", " \n?").splitlines()]  # fmt: skip
LEADS = [(weight, lead.rstrip() + " " if lead else "", question) for weight, lead, question in LEADS]

# Lead-ins before what does not start with a verb.
OPENERS = """hey, |hi, |ok, |so, |hello, |now, |hm, |one more: |well, |alright, |right, |hey there, |hi there, |localcoder, |
buddy, |mate, |ok so |okay, |oh, |and |next: |um, |listen, |sorry, |excuse me, |please note: |dear localcoder, |yo, |look, |
hello! |hi! |hey! |good day. |psst, |friend, |you know, |by the way, |btw, |btw |fyi, |first, |also, |again, """.replace(
    "\n", ""
).split("|")
ASKERS = """question: |quick question: |tell me: |please tell me: |another question: |a question: |hey, quick question: |
just curious: |out of curiosity, |i wonder: |i was wondering: |small question: |say, |tell me, |help me out: |q: |
sorry, stupid question: |maybe you know: |do you know: |can you tell me: |please, |one question: |remind me, |remind me: """
ASKERS = ASKERS.replace("\n", "").split("|")

# (weight, tail): after words of our own.
TAILS = [
    (40, ""), (4, " please"), (3, ", please"), (2, ", thanks"), (2, " for me"), (1.5, ". Thanks!"), (1, " thanks"), (0.8, ", thank you"),
    (0.6, ", ok?"), (0.6, " now"), (0.5, ". That's all."), (0.5, ", will you?"), (0.5, " - thanks"), (0.4, " asap"), (0.4, ". Nothing else."),
    (0.4, " if you can"), (0.4, " when you have a moment"), (0.4, ". Cheers"), (0.4, ", pls"), (0.4, " right away"), (0.4, " :)"),
    (0.4, " (it's urgent)"), (0.3, ", would you?"), (0.3, ", could you?"), (0.3, " if possible"), (0.3, " if that's ok"), (0.3, ", if you don't mind"),
    (0.3, " today"), (0.3, ", mate"), (0.3, ", buddy"), (0.3, ", localcoder"), (0.3, ", if you please"), (0.3, ", thx"), (0.3, " plz"), (0.3, " right now"),
    (0.3, " at once"), (0.3, " straight away"), (0.3, ", okay?"), (0.3, ", alright?"), (0.3, ", my friend"), (0.3, " quickly"), (0.3, ", would be nice"),
    (0.3, ", many thanks"), (0.3, ", as soon as possible"), (0.3, " (please)"), (0.3, " (no rush)"), (0.3, " - no rush"), (0.3, " ..."), (0.3, "..."),
    (0.3, ", and thanks"), (0.3, " - cheers"), (0.3, ", cheers"), (0.3, ", kindly"), (0.3, ", yes?"), (0.3, ", right?"), (0.3, "!!"), (0.3, " ;)"),
]  # fmt: skip
# After a value, which may have several words: what can't belong to it.
VALUE_TAILS = [
    (40, ""), (4, ", please"), (3, ", thanks"), (1.5, ", thank you"), (1, " - thanks"), (1, ". Thanks!"), (1, ". Please."), (0.7, ", ok?"),
    (0.7, ", would you?"), (0.7, ", thx"), (0.7, ", pls"), (0.5, " (please)"), (0.5, " (it's urgent)"), (0.5, ". Cheers"), (0.5, ", if you don't mind"),
    (0.5, ", mate"), (0.5, ", localcoder"), (0.5, ", okay?"), (0.5, ". That's all."), (0.5, ". Nothing else."), (0.4, ", many thanks"),
    (0.4, ", will you?"), (0.4, ", if possible"), (0.4, " (no rush)"),
]  # fmt: skip
# After a value of one word or in quotes.
WORD_TAILS = [
    " please",
    " now",
    " for me",
    " thanks",
    " right away",
    " asap",
    " if you can",
    " today",
    " pls",
    " if possible",
]

SYNONYMS = {
    line.split(": ")[0]: [word.strip() for word in line.split(": ")[1].split(",")]
    for line in """
create: make, write, set up, add, produce, compose
generate: produce, make, create
delete: remove, erase, drop, wipe
remove: delete, drop, take away
replace: swap, substitute, exchange
rename: relabel
change: alter, modify, adjust
modify: change, alter, adapt
update: refresh, change, adjust
edit: modify, change, rework
fix: repair, correct, mend, sort out
repair: fix, mend
run: execute, launch, start, fire up, kick off
execute: run, launch, start, invoke
launch: start, run
show: display, present
display: show
find: locate, look up, track down
look up: find, check
open: look at, read
inspect: examine, check, look at
check: see, verify, find out
copy: duplicate, clone
duplicate: copy, clone
move: shift, transfer
calculate: compute, work out, figure out
compute: calculate, work out
explain: describe, tell me
quote: cite, repeat
search: look, hunt
store: save, keep, put
save: store, keep
fill: populate
contain: hold, include, have
contains: holds, includes, has
containing: holding, including, with
prints: outputs, writes out, displays
outputs: prints, displays, emits
needs: requires
folder: directory, dir
directory: folder, dir
program: script, tool
script: program
function: method, routine
functions: methods, routines
parameters: arguments, params, inputs
arguments: parameters, args
message: text, line
text: wording, string
correctly: properly, right
wrong: incorrect, false, not right, off, mistaken
broken: defective, busted, not working
new: fresh, brand new
small: little, tiny, short
simple: basic, plain, easy
short: brief, small
called: named, titled, known as
named: called, titled
should: must, has to, ought to, needs to, is supposed to
must: should, has to, needs to, shall
instead of: rather than, in place of
so that: such that, so
according to: going by, as per
currently: at present, right now, at the moment
afterwards: after that, later, then
then: after that, afterwards, next
also: additionally, further
exactly: precisely, literally
only: just, nothing but
give me: hand me, get me, bring me
let me know: tell me, inform me
tell me: let me know, inform me, say
show me: let me see, display
i need: i require, i want, i could use
i want: i need, i would like, i'd like
i'd like: i want, i would love
what is: what's, whats, what might be
what are: what're, which are
how many: what number of
how much is: what is, what does it come to
where is: where's, where do i find
there is: there's, we have
is there: do we have, have we got
in the file: inside the file, within the file
a file: a document, one file
the file: this file, the document
without: w/o, with no
with the content: with the text, holding
each on its own line: each on a separate line, one per line
one per line: each on its own line, line by line
make sure: ensure, see to it
find out: determine, discover
get rid of: remove, delete, ditch, dump
take a look at: look at, glance at, check out
have a look at: look at, glance at, check out
mistake: error, slip
bug: defect, fault, error, glitch
error: failure, problem
problem: issue, trouble
settings: options, configuration, config
config: configuration, settings
project: repo, codebase
print: output, show
put: place, write
use: take, employ, make use of
set: put, switch
switch: flip, change
turn: flip, switch
enable: activate, allow, switch on
disable: deactivate, switch off
please: pls, plz, kindly
result: outcome, output
value: setting
someone: somebody, a person
somebody: someone, a colleague
everything: all of it, the whole thing
tests: checks, test suite
command: instruction
line: row
lines: rows
entry: item, record
at the end: at the bottom, as the last thing
beginning: start, top
top: beginning, start
word: term
words: terms
""".strip().splitlines()
}
CONTRACTIONS = [
    ("it is", "it's"), ("what is", "what's"), ("that is", "that's"), ("do not", "don't"), ("does not", "doesn't"), ("I would", "I'd"),
    ("i would", "i'd"), ("I am", "I'm"), ("we are", "we're"), ("is not", "isn't"), ("should not", "shouldn't"), ("where is", "where's"),
    ("there is", "there's"), ("I have", "I've"), ("can not", "can't"), ("cannot", "can't"), ("let us", "let's"), ("who is", "who's"),
]  # fmt: skip
