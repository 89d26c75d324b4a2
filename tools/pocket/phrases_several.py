"""What people say who want something reckoned over several files, and what such files are about."""

from __future__ import annotations

from tools.pocket.phrases_shell import lines

TAGS = [
    ("old", "new", "next"), ("dev", "test", "prod"), ("local", "staging", "live"), ("2023", "2024", "2025"),
    ("north", "south", "east"), ("monday", "wednesday", "friday"), ("january", "february", "march"),
    ("office", "home", "travel"), ("small", "medium", "large"), ("spring", "summer", "autumn"), ("eu", "us", "asia"),
    ("morning", "noon", "evening"), ("first", "second", "third"), ("draft", "final", "signed"), ("red", "blue", "green"),
    ("berlin", "oslo", "lisbon"), ("linux", "windows", "mac"), ("upstairs", "downstairs", "cellar"),
    ("alpha", "beta", "gamma"), ("client", "server", "worker"), ("boat", "cabin", "van"), ("main", "backup", "spare"),
    ("saturday", "sunday", "holiday"), ("left", "right", "middle"), ("beginners", "advanced", "masters"),
]  # fmt: skip
"""What tells files about the same apart, in their names."""

ITEMS = [
    ("goods", "thing", "shopping", ["shopping", "groceries", "to_buy", "pantry"]),
    ("luggage", "thing", "packing", ["packing", "suitcase", "luggage", "to_pack"]),
    ("gear", "item", "equipment", ["gear", "equipment", "camping", "shed"]),
    ("name", "person", "party", ["guests", "invited", "party"]),
    ("name", "pupil", "school trip", ["pupils", "trip", "class"]),
    ("fullname", "member", "club", ["members", "club", "paid"]),
    ("fullname", "participant", "course", ["signed_up", "course", "participants"]),
    ("package", "package", "requirements", ["requirements", "deps", "installed"]),
    ("jspackage", "package", "dependencies", ["dependencies", "packages", "modules"]),
    ("service", "service", "deployment", ["services", "running", "deploy"]),
    ("city", "city", "tour", ["tour", "route", "stops"]),
    ("country", "country", "shipping", ["countries", "shipping", "zones"]),
    ("dish", "dish", "menu", ["menu", "dishes", "kitchen"]),
    ("vegetable", "vegetable", "garden", ["garden", "beds", "seeds"]),
    ("fruit", "fruit", "orchard", ["fruit", "orchard", "harvest"]),
    ("flower", "plant", "flower bed", ["flowers", "plants", "balcony"]),
    ("animal", "animal", "zoo", ["animals", "zoo", "vet"]),
    ("bird", "bird", "birdwatching", ["birds", "sightings", "seen"]),
    ("instrument", "instrument", "orchestra", ["orchestra", "instruments", "band"]),
    ("sport", "sport", "sports day", ["sports", "programme", "courses"]),
    ("subject", "subject", "timetable", ["subjects", "timetable", "exams"]),
    ("trade", "trade", "building site", ["workers", "trades", "site"]),
    ("room", "room", "cleaning", ["rooms", "cleaning", "to_paint"]),
    ("colour", "colour", "palette", ["palette", "colours", "paint"]),
    ("target", "step", "release", ["steps", "release", "pipeline"]),
    ("column", "column", "export", ["columns", "export", "fields"]),
    ("email", "address", "newsletter", ["newsletter", "subscribers", "mailing"]),
    ("host", "host", "servers", ["hosts", "servers", "inventory"]),
    ("club", "stall", "street fair", ["stalls", "fair", "booked"]),
    ("pascal", "class", "model", ["classes", "model", "exports"]),
    ("snake", "function", "api", ["api", "functions", "public"]),
    ("nonsense", "word", "vocabulary", ["words", "vocabulary", "learnt"]),
    ("dirname", "folder", "backup", ["folders", "backup", "synced"]),
    ("planet", "planet", "astronomy", ["planets", "observed", "visible"]),
]
"""Kinds of what stands in lists, what one of it is called, what the lists are for, and how their files are called."""

DAYS = [
    ("=Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday", "day"), ("day", "date"), ("hour", "time"),
    ("=Monday morning|Monday evening|Tuesday morning|Tuesday evening|Wednesday evening|Thursday noon|Friday noon", "time"),
    ("month", "month"), ("=week 14|week 15|week 17|week 20|week 21|week 23|week 26|week 31|week 34", "week"),
]  # fmt: skip

STATES = [
    ("open", "done", ["open entries", "entries that are still open", "lines that say open"]),
    ("unpaid", "settled", ["unpaid ones", "unpaid entries", "lines that say unpaid"]),
    ("late", "on time", ["late ones", "entries that are late", "lines marked late"]),
    ("ERROR", "INFO", ["errors", "lines with ERROR", "ERROR lines"]),
    ("WARN", "DEBUG", ["warnings", "WARN lines", "lines with WARN"]),
    ("sold", "reserved", ["sold ones", "entries that are sold", "lines that say sold"]),
    ("broken", "working", ["broken ones", "entries marked broken", "lines with broken"]),
    ("failed", "passed", ["failures", "failed ones", "lines that say failed"]),
    ("lent", "back", ["lent ones", "entries that are lent", "lines marked lent"]),
    ("confirmed", "waiting", ["confirmed ones", "confirmed entries", "lines with confirmed"]),
    ("yes", "no", ["lines that say yes", "entries with a yes", "yeses"]),
    ("urgent", "normal", ["urgent ones", "urgent entries", "lines marked urgent"]),
    ("empty", "full", ["empty ones", "entries that are empty", "lines with empty"]),
    ("cancelled", "booked", ["cancelled ones", "cancelled entries", "lines that say cancelled"]),
    ("vegan", "meat", ["vegan ones", "entries that are vegan", "lines with vegan"]),
    ("missing", "present", ["missing ones", "entries marked missing", "lines with missing"]),
]
"""What is counted, what is not, and what people call the first."""

BOXES = [
    (" ", "x", ["open boxes", "boxes without a cross", "things that are not ticked yet", "unticked boxes"]),
    ("x", " ", ["ticked boxes", "boxes with a cross", "things that are ticked off", "crosses"]),
]
"""The same for boxes to tick."""

NOUNS = ["setting", "entry", "key", "line", "option", "value"]
"""What people call one of a file's settings."""

COMPARED = lines("""
Which of {f} and {g} has the {more} {label}? I have to decide today which one we take.
Is the {label} {more} in {f} or in {g}? My colleague says one thing and I say another.
I need whichever of {f} and {g} has the {more} {label}, so please compare the two for me.
{f} or {g}, where is the {label} {more}?
please tell me where the {label} is {more}, in {f} or rather in {g}
We can keep only one of {f} and {g}. Take the one with the {more} {label} and tell me its name.
could you look at {f} and {g} and say which one has the {more} {label}? thanks
Compare the {label} of {f} with the one of {g} and name me the file where it is {more}.
I keep mixing up {f} and {g}: which was the one with the {more} {label}?
If I want the {more} {label}, do I have to take {f} or {g}?
Between {f} and {g}, I'd like the one whose {label} is {more}. Which is it?
The {label} differs between {f} and {g}, I am sure of it, but in which of the two is it {more}?
For goodness' sake, it can't be so hard: {f} or {g}, which has the {more} {label}?
Before I throw one of them away: does {f} or does {g} have the {more} {label}?
I've had {f} and {g} side by side on my screen and still can't see whose {label} is {more}.
My boss wants to know in which file the {label} is {more}. It is about {f} and {g}.
I only have a minute. {label}: {f} or {g}, which is {more}?
Our two versions, {f} and {g}, do not agree on the {label}. Which one has it {more}?
Would you be so kind as to check whether {f} or {g} has the {more} {label}?
we argued for an hour about {f} and {g}, please settle it: whose {label} is {more}
What has the {more} {label}, {f} or {g}? I don't need anything else from them.
Look up the {label} in {f} and then in {g}, I want to know where it's {more}.
One of {f} and {g} has a {more} {label} than the other, and I forgot which one that was.
{f} came to us after {g}, so I would like to know which of them has the {more} {label}.
Out of {files}, which one has the {most} {label}? I would like to use that one.
I have {files} here and need to know in which of them the {label} is {most}.
Look through {files} and tell me where you find the {most} {label}.
Please read {files} for me. Whose {label} is the {most}?
Each of these has a line for the {label}: {files}. Where is it {most}?
we have to choose from {files}, and the one with the {most} {label} wins. which is it?
Sort out for me which of these has the {most} {label}: {files}.
There are {files}, and I bet on the one with the {most} {label}. Which one must I name?
Of {files}, I want the one whose {label} is the {most}, just its name.
Nobody here wants to open {files} one after another. Which has the {most} {label}?
I promised to find the {most} {label}. It must be in one of {files}, so please say in which.
could you go over {files} and find out which one has the {most} {label}? no hurry
Tell me which file to take if what I care about is the {most} {label}: {files}.
{files}: which of them has the {most} {label}?
I'm weighing up {files}, and nothing but the {label} counts for me. In which one is it {most}?
I have several {title} files in this folder. In which of them is the {label} the {most}?
There is more than one file about {title} here, and I want the one with the {most} {label}.
Go through the {title} files, please, and tell me which has the {most} {label}.
Which of our {title} files has the {most} {label}? I have no idea what they are called.
i need the name of the {title} file with the {most} {label}, have a look around
We made a new {title} file each time, so look at all of them: where is the {label} the {most}?
Please compare all that we have on {title} here and say where the {label} is {most}.
My predecessor left a few {title} files behind. Which one of them has the {most} {label}?
The files here about {title} have different values for the {label}. In which one is it {most}?
Could you find out in which of the {title} files the {label} is the {most}? I can't remember their names.
{q}? I'd like to know which of {f} and {g} has the {more} value there.
I have one question to both {f} and {g}: {q}? Tell me where the answer is {more}.
{q}? It's in {f} and it's in {g}, and I need the file where it is {more}.
{q}? Don't tell me the values, just whether {f} or {g} has it {more}.
we're still not sure about {f} or {g}. {q}? the one where it's {more} is what we take
{q}? {f} says one thing and {g} another, so which of them has the {more} one?
My question is this: {q}? And then, is it {more} in {f} or in {g}?
{q}? Answer it for {f} and for {g}, then name the file with the {more} value.
{q}? Please look it up in {files} and say which of them has it {most}.
Ask {files} all the same: {q}? I only care for the one with the {most} value.
{q}? Each of {files} says something different, and I want the {most}.
Here's what I need from {files}: {q}? Where do they have the {most} value?
{q}? All our {title} files say it, but which of them has it {most}?
The {title} files here don't agree: {q}? Name the one with the {most} value, please.
""")

MORE = {
    "number": [(["higher", "larger", "greater", "bigger"], ["highest", "largest", "greatest", "biggest"]),
               (["lower", "smaller"], ["lowest", "smallest"])],
    "time": [(["later"], ["latest"]), (["earlier"], ["earliest"])],
    "count": [(["more"], ["most"]), (["fewer"], ["fewest"])],
}  # fmt: skip
"""Words for what is above and for what is below, of two and of several."""

DIFFERENCE = lines("""
By how much do {f} and {g} differ in the {label}? I have to explain it to somebody this afternoon.
What is the difference between the {label} in {f} and the one in {g}?
How far apart are {f} and {g} when it comes to the {label}?
Please take the {label} from {f} and from {g} and tell me by how much they are apart.
I know that the {label} is not the same in {f} and {g}. How big is the gap?
{label}: what's the gap between {f} and {g}?
if you subtract the smaller {label} from the larger one, {f} against {g}, what is left
We are changing over from {f} to {g}. By how much does the {label} change?
could you work out how much the {label} in {f} differs from that in {g}? I'm bad at sums
The {label} is something else in {f} than in {g}. How much lies between the two?
Somebody asked me by how much the {label} of {f} is off from {g}, and I couldn't say.
My accountant keeps asking for the difference in the {label} between {f} and {g}, so please work it out.
Tell me the distance between the two values of the {label}, one is in {f} and one in {g}.
I don't want both numbers, only the difference: {label} in {f} and in {g}.
Has anybody ever looked at how much {f} and {g} differ in their {label}? Please do it now.
When I go from {f} to {g}, how much is that in the {label}, up or down?
Compare the {label} in {f} and {g} and give me the difference as a number, please.
It annoys me that {f} and {g} have different numbers for the {label}. How different are they?
There are two {title} files here. By how much does the {label} differ between them?
I would like the difference in the {label} between our two {title} files, wherever they are.
How much lies between the {label} in one of the {title} files and the {label} in the other?
find both files about {title} and tell me by how much their {label} differs
The two {title} files in this folder don't have the same {label}. How large is the difference?
{q}? {f} and {g} have different numbers for that, and I need the difference.
{q}? Take the answer of {f} and that of {g}, what is the gap between them?
I get one number from {f} and another from {g} when I ask: {q}? By how much do they differ?
how far apart are {f} and {g} if the question is this: {q}?
{q}? Look it up in {f} and in {g}, but tell me only how much lies in between.
{q}? I compare {f} with {g}, and the difference is all I want to know.
Our two {title} files don't agree: {q}? How large is the difference?
""")

TOTAL = lines("""
What do you get if you add up the {label} of {files}?
I need the {label} from {files}, all added together into one number.
How much is the {label} in {files} altogether? I need it for my report.
Please sum up the {label} over {files} for me and give me just the total.
Take the {label} out of each of {files} and tell me the sum.
what does the {label} come to in total, over {files}?
We want to put {files} together, so what would the {label} be if one adds them?
Could you total the {label}? It is in {files}, one number in each.
For the yearly report I need one number: the {label} of {files} taken together.
My calculator is broken, so please add the {label} in {f} to the {label} in {g}.
If both count, {f} and {g}, how much {label} do we have in all?
{f} plus {g}: what is the {label} then?
The {label} from {f} and the {label} from {g} belong together. What's their sum?
I was told that the {label} has to be added up over {files}. What is the result?
Nobody has ever added up the {label} in {files}. Would you do that, please?
{files}: {label}, total please
Each of {files} has its own {label}, but I have to report a single figure, the sum.
add the {label} from {files} for me, I only want to see the sum
How large is the {label} of all our {title} files together? They are in this folder.
There is a {label} in each of the {title} files here. Please add them up.
I need the sum of the {label} over all the {title} files that we have here.
Look for the files about {title} and tell me what their {label} adds up to.
what is the total {label} when you take all {title} files in this folder together?
{q}? I want it from {files}, all added up.
{q}? Take the number from {f}, add that from {g}, and tell me the sum.
I need one sum over {files}, and this is what I want to sum up: {q}?
{q}? Please count {files} together, one number is enough.
{q}? Not for {f} or {g} alone, I mean for the two of them together.
for {files} taken together, {q}? just add the numbers
{q}? Add it up over all {title} files that you find here.
""")

MISSING = lines("""
Which {noun} is in {has} but not in {lacks}? There must be one, the numbers do not match.
One {noun} of {has} did not make it into {lacks}. Which one is it?
Please check {lacks} against {has} and tell me which {noun} I forgot.
What does {has} have that {lacks} lacks? I think it is a single {noun}.
{lacks} should have all that {has} has, but one {noun} is missing. Find it, please.
I copied {has} by hand into {lacks} and lost one {noun} on the way. Which?
is there a {noun} in {has} that you can't find in {lacks}? if so, tell me which
Somebody forgot to put one {noun} into {lacks}, while {has} still has it. Name it, please.
Compare {lacks} with {has}: which {noun} do I still have to add to it?
I'm sure that {lacks} is not complete. {has} is, so what is the missing {noun}?
The {noun} that is only in {has} and not in {lacks}, what is it?
Which {noun} would I have to add to {lacks} to make it the same as {has}?
Since yesterday {lacks} is one {noun} shorter than {has}. Which one did they take out?
tell me the one {noun} which {has} knows and {lacks} doesn't
Going through {has}, which {noun} would I look for in {lacks} in vain?
Everything in {has} is supposed to be in {lacks} as well. Which {noun} isn't?
For heaven's sake, who deleted something from {lacks}? Look into {has} and say which {noun} it was.
I ticked off {lacks} against {has} twice and always ended up one {noun} short. Which one?
{has} vs {lacks}: which {noun} is left out in the second?
Would you please see which {noun} from {has} never arrived in {lacks}?
There is a {noun} in only one of {f} and {g}. Which one is it, and where is it missing?
{f} and {g} are the same except for one {noun}. Can you find it?
I thought {f} and {g} were equal, but one of them has an additional {noun}. Which?
Which {noun} do {f} and {g} not share? Tell me also which of them lacks it.
please compare {f} with {g}, one {noun} is not in both of them
What stands in one of {f} and {g} only? It must be some {noun}.
One of {f} and {g} has a {noun} too many, or the other has one too few. Which one?
My program complains about a {noun}, I suspect that {f} and {g} don't have the same ones. What's missing where?
We keep {f} and {g} in step, but somebody slipped. Which {noun} is missing in one of them?
I counted {f} and {g}, and they differ by one {noun}. I'd like to know which it is.
Do {f} and {g} have the same content? I believe that one {noun} is not in both.
Find the {noun} that makes the difference between {f} and {g}, and say where it's absent.
{f}, {g}: one has a {noun} that the other hasn't, which is it
Somebody sent me {f} and later {g}, and said that a {noun} had changed sides. Which is only in one?
Look closely at {f} and {g}: is there a {noun} which only one of them mentions?
I have two {title} files here. One of them lacks a {noun} that the other one has, which is it?
Our two {title} files should list the same, but one {noun} is in only one of them. Which?
which {noun} is missing in one of the two {title} files in this folder?
Please compare the two files about {title}. There is a {noun} that one of them does not have.
Somewhere between the two {title} files we lost a {noun}. Find out which one and in which file.
The two {title} files here are nearly equal. Tell me the {noun} that only one of them has.
""")

SHARED = lines("""
Which {noun} is in {files} alike? There should be exactly one.
Is there a {noun} that you find in every one of {files}? Please tell me which.
What do {files} have in common? I believe it's just one {noun}.
I'm looking for the {noun} that stands in {files}, that is, in each of them.
We want to use only the {noun} that is in all of {files}. Which one would that be?
please find the one {noun} which {files} share
Somebody said that {files} overlap in a single {noun}. What is it?
Which {noun} turns up again and again, in {files}?
One {noun} was written down more than once, I see it in {files}. Which one is it?
Go through {files} and name the {noun} that none of them leaves out.
{files}: the common {noun}, please
To avoid doing it twice I need to know which {noun} is in {files} at the same time.
I don't care for the rest, only for the {noun} that appears in all of these: {files}.
Before we merge {files}, I must know which {noun} would be there twice.
Is a {noun} in {f} that is in {g} as well? I need its name.
{f} and {g} have one {noun} in common, haven't they? Which?
Which {noun} from {f} can I also find in {g}? Everything else doesn't matter.
I'd like to know the {noun} on which {f} and {g} agree.
Take {f}, go through {g}, and tell me the {noun} that you meet again.
There's one {noun} that both {f} and {g} have. I can't find it myself, so please look.
My sister wrote {f} and I wrote {g}, and we both thought of one {noun}. Which one?
which {noun} of {f} was already in {g}? it annoys me that there is a double one
What is the {noun} that {f} shares with {g}? One should be enough for the answer.
I've got the feeling that a {noun} is listed in {f} and also in {g}. Can you check which?
Everything that's in {f} should be gone from {g}, but one {noun} stayed. Which?
Whoever made {f} and {g} put the same {noun} into both. Please find it for me.
If a {noun} has to be in {f} and in {g} to count, which one counts?
The overlap of {f} with {g} is one {noun}, what's it called?
Could you tell me which {noun} I'd see both in {f} and in {g}?
I want to cross out of {f} what {g} has too. Which {noun} is it?
In our {title} files there's a {noun} that all of them have. Which one is it?
There are a few {title} files here, and one {noun} is in each. Please find out which.
Which {noun} is in every {title} file of this folder?
look at the {title} files, all of them, what {noun} do they have in common?
One {noun} must be in all the {title} files here, please tell me its name.
Please see what the files about {title} have in common, it's supposed to be one {noun}.
Have we listed a {noun} more than once, in different {title} files? Which one?
I would like to know which {noun} is repeated from one {title} file to the other.
Search the {title} files here for the {noun} that is not missing anywhere.
Nobody told me where the {title} files are, but they share a {noun} and I need it.
""")

MEETING = lines("""
On which {noun} can {files} all come? Each of them wrote down when they have time.
Please find a {noun} that suits everybody. The answers are in {files}.
When can we meet? {files} say which {noun} is possible for whom.
Is there a {noun} when all of {files} are free? I want to send out the invitation.
I have to find one {noun} for all of them, and it must be in {files}.
which {noun} works for {files}? there can't be many
We've been trying to meet for ages. Look at {files} and tell me the {noun} when everyone can.
{files}: a common {noun}, please, so that I can book the room
The rehearsal needs everyone there. Which {noun} do {files} have in common?
I asked everybody for the times that suit them and put them into {files}. What {noun} is left?
Compare when {f} and {g} are free and tell me the {noun} that they share.
What {noun} should I propose to the two of them? See {f} and {g}.
{f} and {g} never seem to be free together, or is there some {noun} after all?
If both have to be there, on which {noun} do we do it? {f} and {g} have the answer.
I'd like to bring them together. Which {noun} is in {f} and in {g} too?
The doctor needs both parents. Could you find a {noun} at which {f} and {g} are possible?
On what {noun} are both of them at home, by {f} and {g}?
Could you match {f} with {g}? I only need the {noun} when it works for both.
Everybody has sent me a file with the free times. Which {noun} suits all of them?
There's a file for each person here that says when they can. Find the {noun} when all can, please.
Look at all the availability files here. On which {noun} could we all meet?
when is everybody free? every person has their own file in this folder, I need a {noun}
We need one {noun} for the whole group, and the files here say who can when.
Somebody always has an excuse. According to {files}, is there one {noun} without any?
I'm planning the dinner and need the only {noun} that is fine for {files}.
our choir has to sing together once more, so which {noun} is in all of {files}?
They each gave me a few possibilities in {files}. I'm looking for the {noun} that they have in common.
Before I book the hall, tell me the {noun} for which nobody says no in {files}.
Please check {files} for a {noun} that appears everywhere, it's about the next meeting.
We can only start when all are there. What {noun} would that be, going by {files}?
It's about the exam: which {noun} could {f} and {g} both do?
{f} wants another {noun} than {g} every time. Isn't there any that suits both?
Put {f} next to {g} and tell me which {noun} would suit the two.
I want to invite the two of {f} and {g} at once, which {noun} do I write on the card?
can {f} and {g} do the same {noun}, and which would it be
For the handover I need both of them there. What {noun} do {f} and {g} agree on?
My grandchildren wrote down when they can visit, a file for each. Which {noun} would bring them all here?
Nobody wants to make a poll, so compare the files here and give me the {noun} that is good for all.
is there really no {noun} when we all have time? everybody's list is somewhere here
""")

COUNTED = lines("""
Which of {f} and {g} has {more} {what}? I want to start with that one.
Are there {more} {what} in {f} or in {g}? I'd rather not count them myself.
Count the {what} in {f} and in {g} and tell me who has {more}.
{f} or {g}: where do you find {more} {what}?
I have the impression that there are {more} {what} in one of {f} and {g}. In which one?
please have a look at {f} and {g}, which of the two has {more} {what}
Who wins if the one with {more} {what} is the winner, {f} or {g}?
Somebody has to take over {f} or {g}. Which has {more} {what}?
I got {f} in the morning and {g} in the evening. In which were there {more} {what}?
Tell me whether {f} or {g} contains {more} {what}, I can't be bothered to count.
The boss wants to know where we have {more} {what}, in {f} or in {g}.
Would it be {f} or {g} that has {more} {what}? Please count carefully.
Between {f} and {g}, I'm only interested in the one with {more} {what}.
Which one of {files} has the {most} {what}? Please count them for me.
Count the {what} in each of {files}. Where are the {most}?
Out of {files}, I need the one that has the {most} {what}.
we've got {files} and I wonder where the {most} {what} are
In which of {files} would I see the {most} {what}? Just give me the name.
I have to hand one of {files} to somebody else, namely the one with the {most} {what}.
{files}: most of all I want to know which has the {most} {what}
Go through {files} and say which one is the file with the {most} {what}.
There are several {title} files here. Which one has the {most} {what}?
I'd like to know in which of the {title} files there are the {most} {what}.
Look at all {title} files in the folder and tell me where the {most} {what} are.
which {title} file has the {most} {what}? I don't know how the files are called
I'll take the one with {more} {what}. Is that {f} or {g}?
Whose list has {more} {what}, the one in {f} or the one in {g}?
{f} and {g} have never had the same number of {what}. Which has {more} today?
In case you can count: {more} {what}, is that {f} or {g}?
I say that {f} has {more} {what} than {g}, and my brother says the opposite. Which one has {more}?
Before I send {f} and {g} away, I want to know which one has {more} {what} in it.
Where would I have {more} work with the {what}, in {f} or in {g}? I mean, where are {more}?
Rank {files} by the number of {what} and give me the one with the {most}.
The prize goes to the one with the {most} {what}. Please look at {files} and say who gets it.
I must say in the meeting which of {files} has the {most} {what}.
do me a favour and find out where there are the {most} {what}: {files}
We keep a {title} file for each, and I wonder which of them has the {most} {what}.
Somewhere here are our {title} files. The one with the {most} {what} is the one I need.
""")

COUNTED_ALL = lines("""
How many {what} are there in {files} altogether? I have to report the number.
Count the {what} in {files} and tell me how many there are in all.
I need to know the number of {what} in {files} taken together.
Please add up the {what} of {files}, I lost count of them.
what's the total number of {what} over {files}?
How many {what} would I have if I put {files} into one file?
{files}: {what}, how many in all
If you count the {what} in {f} and then go on in {g}, where do you end up?
My boss asks how many {what} we have, and they are spread over {files}.
I can't be bothered to count {what} in {files} by hand. How many are there?
Together {f} and {g} must have quite some {what}. How many exactly?
Would you count something for me? It's the {what} in {f} and in {g}, all together.
Before we go home I want to know how many {what} there are in {files}, as one sum.
In {f} there are some {what}, and there are others in {g}. What's the sum of them?
Tell me how many {what} one finds in {files}, not each but together.
The {title} files here have some {what} each. How many is that in all?
How many {what} are there in all {title} files together? They lie somewhere around here.
count the {what} in every {title} file that you can find here, I want one number
We have more than one {title} file. Please tell me how many {what} they have altogether.
I was asked for the number of {what} in our {title} files and have no clue. Please count.
I have to order one form for each of the {what} in {files}. How many forms is that?
{f} has {what}, {g} has {what} too. How many have we got if one takes both?
Give me the number of {what} that are in {files}, all in one figure, please.
how many {what} would I count if I printed {files} and put the pages side by side
Surely you're better at counting than me: {what}, in {files}, in total?
We were asked for a figure: all {what}, no matter in which of {files} they are.
My report needs a line that says how many {what} there are in all {title} files. How many?
No one keeps count, so please go through our {title} files and tell me how many {what} there are.
""")

DIFFERS = lines("""
Which {noun} has another value in {f} than in {g}? The rest should be the same.
{f} and {g} differ in one value. Which {noun} is it, and what does it say in each?
It works with {f} and it doesn't with {g}. Which {noun} is different?
I changed something in {f} last week and forgot what. Compare it with {g}, please.
What is different between {f} and {g}? I'd like to see both values.
Please compare {f} to {g} line by line and tell me the {noun} that is not the same.
somebody has tampered with {f}, in {g} it is still right, what did they change
Why do I get other results with {f} than with {g}? There must be a {noun} that differs.
Find the difference between {f} and {g}, with the value that each of them has.
My eyes are tired: where do {f} and {g} not agree?
{f} is what we had, {g} is what we have now. Which {noun} did somebody change?
I need to know the single {noun} in which {f} and {g} disagree.
One of the values in {f} isn't what it is in {g}. Which one, and how do they read?
Are {f} and {g} really equal? I fear that one {noun} has two different values.
Could you spot the difference between {f} and {g} for me? I've been staring at them for too long.
In which {noun} does {f} deviate from {g}? Tell me the old and the other value.
I want to make {f} like {g} again. Which {noun} would I have to change?
They swear that nothing was touched, but {f} and {g} differ. Show me in what.
{f} vs {g}, what's the difference?
what was changed on the way from {f} to {g}? it's only one {noun}
The two of us can't agree whether {f} and {g} are the same. Which {noun} proves that they aren't?
All but one {noun} should be identical in {f} and {g}. Which is the odd one?
Check {f} and {g} for me: same keys, but somewhere another value. Where?
My test fails with {f}, though I copied it from {g}. Is there a {noun} with a different value?
Please look at {f} and at {g}, I believe there's a mistake in one {noun}.
Who can tell {f} from {g}? Which {noun} makes the difference?
Before I delete {f}, tell me whether any {noun} in it differs from {g}, and how.
There's a {noun} that has one value in {f} and another in {g}. I need both.
I was told to keep {f} and {g} the same, and apparently I failed with one {noun}. Which?
What do I have to watch out for when I switch from {f} to {g}? Which {noun} changes?
Tell me exactly what differs, {noun} and both values, in {f} and {g}.
Everyone claims that {f} is just a copy of {g}. Prove them wrong, which {noun} is different?
Between {f} and {g} there's only a small difference. What is it?
There are two {title} files here and I can't tell them apart. In which {noun} do they differ?
Compare the two {title} files in this folder and tell me which {noun} has two different values.
The two files about {title} should have the same values, but one {noun} doesn't. Which?
why do we have two {title} files, what is different in them?
Someone copied the {title} file and changed one {noun}. Which one, and from what to what?
I would like to know what distinguishes our two {title} files from each other.
One value is not the same in the two {title} files here. Please find it and tell me both.
""")

FOLLOWED = lines("""
{q}? Start with {f}, it says where to look.
Begin at {f} and follow it from there, I want to know: {q}?
{f} itself doesn't say it, but it names the file that does. {q}?
I'd like to know something that follows from {f}: {q}?
{q}? I only know that {f} leads there.
When we use {f}, {q}? You may have to look into what it refers to.
Please find out for me, going from {f}: {q}?
{f} points to another file, and there it must say: {q}?
{q}? {f} knows where that is written.
Look where {f} gets it from and tell me: {q}?
My colleague only said that I should begin with {f}. {q}?
There are several files that could have it, but the one that {f} refers to is right. {q}?
{q}? Not from just any file, it has to be the one that {f} uses.
I opened {f} and saw just a file name where I expected an answer. {q}?
Take what {f} takes. {q}?
can you tell me, for the case that we go by {f}: {q}?
Somebody must know which file really counts. I think {f} says which. So, {q}?
Everybody gives me another answer. Which file is in use stands in {f}. {q}?
{f} is where it all begins. {q}?
I need an answer, please, and {f} is the only file whose name I know: {q}?
{q}? see {f}, and if it sends you somewhere else, go there
please read {f} and go on to whatever it mentions, because I have to know {q}
According to the file that {f} names, {q}?
{q}? Trust only what {f} refers to, the other files are out of date.
Don't mix it up with the old files: {f} tells which one is valid. {q}?
It's a bit of a paper chase, it begins in {f}. {q}?
Whatever {f} loads, in there it should say it. {q}?
I was about to guess, but better look: {q}? First read {f}.
With {f} as the starting point, {q}?
{f} -> the file in it -> {q}?
Which file {f} means I don't know, but that one has it: {q}?
Could you trace it for me, beginning with {f}? What I want to know is: {q}?
If I start {f} as it is now, {q}?
Follow the trail in {f}, please. {q}?
We always go by {f}. So tell me: {q}?
I have no patience for files that only mention other files, like {f}. {q}?
Having read {f} I am none the wiser, it just sends me on. {q}?
{q}? I suppose one file here tells you which other one is valid.
One of the files in this folder says where to find it. {q}?
I don't know which of the many files here is the right one. {q}?
Please find out which file is in use at the moment, and then tell me: {q}?
there are old and new files here, something says which one counts. {q}?
{q}? I was told that {f} has the name of the file which says so.
Please don't answer from memory. Open {f}, go where it points, and tell me: {q}?
For what {f} takes as its input, {q}?
""")

POINTERS = [
    ("include", "included file"), ("source", "source"), ("file", "file"), ("config", "settings"), ("extends", "based on"),
    ("import", "taken from"), ("path", "path"), ("config_file", "file with the rest"), ("defaults", "defaults"),
    ("load", "loaded file"), ("see", "see"), ("base", "base"), ("values_from", "values from"), ("profile", "profile"),
    ("current", "current file"), ("data", "data"), ("active", "active file"), ("use", "in use"),
]  # fmt: skip
"""Keys under which a file names another one, with what they are in plain words."""

STARTS = [
    (["main", "app", "base", "settings", "config"], "main settings", []),
    (["index", "overview", "catalog", "sources"], "index", []),
    (["start.sh", "run.sh", "serve.sh"], "start script", ["#!/bin/sh", "set -e", "exec ./serve --config {g}"]),
    (["deploy.sh", "install.sh"], "install script", ["#!/bin/sh", "# {h} is no longer used", "cp {g} /etc/app/"]),
    (["load.sh", "env.sh"], "shell script", ["cd \"$(dirname \"$0\")\"", ". {g}", "echo ready"]),
    (["Makefile"], "Makefile", ["run:", "\t./serve --config {g}", "", "clean:", "\trm -rf build"]),
    (["Makefile"], "Makefile", ["INPUT = {g}", "", "all:", "\t./report $(INPUT)", "", "old:", "\t./report {h}"]),
    (["Dockerfile"], "Dockerfile", ["FROM debian:12", "WORKDIR /app", "COPY {g} /app/", "CMD [\"./serve\"]"]),
    (["compose.yml", "docker-compose.yml"], "compose file", ["services:", "  app:", "    build: .", "    env_file: {g}"]),
    (["README.md", "readme.txt"], "readme", ["# {title}", "", "What is valid now is in {g}.", "Please keep it up to date."]),
    (["README.md", "NOTES.md"], "readme", ["# {title}", "", "Last year's state: {h}", "This year's state: {g}"]),
    (["note.txt", "notes.txt"], "note", ["Called again, nobody there.", "The {title} file that counts is {g}.", "Water the plants!"]),
    (["todo.md", "todo.txt"], "to-do list", ["- print {g}, it is the valid one", "- throw {h} away", "- buy paper"]),
    (["letter.txt", "mail.txt"], "mail", ["Hello,", "I have put everything into {g} for you.", "You can forget {h}.", "See you soon"]),
    (["main.py", "app.py"], "program", ["from loader import load", "", "settings = load(\"{g}\")", "print(settings)"]),
    (["run.py", "report.py"], "program", ["PATH = \"{g}\"", "", "with open(PATH) as file:", "    print(file.read())"]),
    (["index.js", "server.js"], "program", ["const load = require(\"./load\");", "", "load(\"{g}\");"]),
    (["crontab.txt", "jobs.cron"], "crontab", ["0 6 * * * /usr/bin/backup", "30 7 * * * /usr/bin/check --with {g}"]),
    (["index.md", "contents.md"], "index", ["# Contents", "", "- [{title}]({g})", "- [archive]({h})"]),
    (["package.json"], "package.json", ["{", "  \"name\": \"app\",", "  \"start\": \"serve {g}\"", "}"]),
    (["agenda.md", "minutes.md"], "minutes", ["## Decided", "", "- {h} is void from today", "- {g} takes its place"]),
    (["pipeline.yml", "ci.yml"], "pipeline", ["steps:", "  - checkout", "  - validate {g}", "  - notify"]),
]  # fmt: skip
"""How files are called that name another one, what people call them, and their lines; without lines they are settings.

{g} is the file that they name, {h} one that is not meant.
"""

OWNERS = {
    True: (["room", "subject", "sport", "instrument", "club", "city", "=Monday|Tuesday|Wednesday|Thursday|Friday|Saturday"],
           ["whoever is down for {x}", "the one who is in charge of {x}", "the person for {x}", "the one they put down for {x}"]),
    False: (["name", "name", "fullname", "nonsense", "trade"],
            ["the one that {x} has", "the one that belongs to {x}", "what {x} has got", "the one that {x} was given"]),
}  # fmt: skip
"""To what the rows of a table are given, and what people then call such a row, for persons and for things."""

GIVEN = [
    "assigned",
    "given_to",
    "who_has_what",
    "owners",
    "handed_out",
    "plan",
    "allocation",
    "overview",
    "ledger",
    "duties",
]
"""How files are called that say who has what."""

JOINED = lines("""
{q}? You need both {f} and {g} for that.
{q}? First look into {f} and then into {g}.
I want to know one thing, and it takes two files, {f} and {g}: {q}?
{f} gives you one half of the answer and {g} the other. {q}?
{q}? I can't tell from {f} alone, but {g} should have the rest.
Please combine {f} with {g} for me. {q}?
With {f} in one hand and {g} in the other you'd see it, I guess: {q}?
What you find in {f} has to be looked up in {g}. {q}?
could you match {f} with {g} and tell me, {q}?
Somebody is on the phone and asks: {q}? It must be in {f} and {g}.
{q}? The two lists are {f} and {g}, they belong together.
{f} + {g}: {q}?
I have {f} and I have {g}, and still no idea: {q}?
by way of {f} you should get to the right line of {g}, so {q}?
Why must everything be spread over {f} and {g}? {q}?
Use {f} to find the right entry in {g}, please. {q}?
{q}? Neither {f} nor {g} says it by itself.
Whoever made {f} and {g} thought that this was clever. Please tell me: {q}?
They want me to answer this at once: {q}? Please see {f} and {g}.
In {g} it is only listed by what {f} says. {q}?
I'd be glad if you could look this up in {f} and {g}: {q}?
{q}, if one goes by {f} and {g}?
My head spins from going back and forth between {f} and {g}. {q}?
{g} doesn't know the names, they are in {f}. {q}?
One question about {f}, for which {g} is needed too: {q}?
{q}? One finds it by way of {f}, but it stands in {g}.
first {f}, then {g}, that's the way to find out: {q}?
I was told to read {f} and {g} together if I want to know: {q}?
Could you go from {f} to {g} and see for me: {q}?
It takes me ages to look things up in {f} and then in {g}, so please do it: {q}?
{f} has a line about it that only makes sense with {g}. {q}?
Two files, {f} and {g}, one question: {q}?
{q}? It isn't in one file but in two of those in this folder.
I know that we have lists here from which one can see it. {q}?
Please go through my lists and tell me: {q}?
{q}? The answer is spread over the files here, I believe.
somewhere in these tables it must say: {q}?
I need to know the following, and I don't know which files have it: {q}?
Nobody remembers, but our files here should know: {q}?
Have a look at what we have here and find out for me: {q}?
""")

_WEEKDAYS = "=Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"
_TEAMS = "=Falcons|Otters|Badgers|Ravens|Lynxes|Hornets|Dolphins|Bisons|Herons"
_ROOMS = "=101|104|112|203|215|220|307|311|318|402"
_PLANS = "=basic|silver|gold|student|family|senior|trial|premium"
_LINES = "=U1|U3|U6|S2|S8|T4|T11|B42|B57|B60"

JOINS = [
    ("name", ["staff", "people", "crew"], ["team", "group", "squad"], _TEAMS, ["teams", "groups", "squads"], [
        (["room", "meets_in"], _ROOMS, ["in which room does {x}'s team sit", "where do I find the team of {x}", "which room belongs to the people {x} works with", "to what room do I send {x}'s team"]),
        (["lead", "captain", "boss"], "fullname", ["who leads the team that {x} is in", "whom does {x} have to ask for a day off, I mean the head of the team", "who is the boss of {x}'s team", "under whom does {x} work"]),
        (["phone", "tel"], "phone", ["how can I ring the team of {x}", "which phone number does {x}'s team have", "what do I dial to get {x}'s team"]),
    ]),
    ("=kettle|lamp|chair|desk|mug|clock|shelf|mirror|rug|stool|vase|curtain", ["products", "stock", "goods"], ["supplier", "vendor", "from"], "=Nordwood|Kelmer|Brightco|Tassel|Ovado|Pinecraft|Lumen|Hartig", ["suppliers", "vendors", "contacts"], [
        (["phone", "tel"], "phone", ["how do I reach whoever sends us the {x}", "I have to complain about the {x}, which number has its supplier", "what number do I call to order another {x}"]),
        (["city", "place"], "city", ["from which town does the {x} come", "where is the supplier of the {x}", "in what city is the {x} sent off to us"]),
        (["days", "delivery_days"], "int 2 60", ["how many days does a new {x} take to get here", "how long do I wait for another {x} once I order it", "if I reorder the {x} today, in how many days is it here"]),
    ]),
    ("fullname", ["members", "customers", "club"], ["plan", "tariff", "level"], _PLANS, ["plans", "tariffs", "prices"], [
        (["price", "monthly", "fee"], "int 5 120", ["what does {x} pay each month", "how much do we get from {x}", "what is the fee for {x}"]),
        (["visits", "per_week"], "int 1 14", ["how many visits may {x} make", "how often may {x} come to us", "how many times is {x} let in"]),
        (["notice", "notice_days"], "int 121 300", ["how many days ahead must {x} cancel", "how long a notice does {x} have to give", "if {x} wants to leave, how many days before must we know"]),
    ]),
    ("name", ["pupils", "class", "kids"], ["bus", "line", "route"], _LINES, ["buses", "lines", "routes"], [
        (["driver"], "fullname", ["who drives {x} to school", "who sits at the wheel of the bus {x} takes", "what is the name of {x}'s bus driver"]),
        (["leaves", "departs"], "hour", ["when must {x} be at the bus stop", "at what time does {x}'s bus go", "when does the bus with {x} leave"]),
        (["stop", "platform"], "=gate A|gate B|gate C|church|market|bridge|station|pool", ["where does {x} get on", "at which stop does {x} wait in the morning", "where can I wave goodbye to {x}"]),
    ]),
    ("=soup|lasagne|curry|risotto|salad|pancakes|goulash|quiche|dumplings|tacos", ["menu", "dishes", "week"], ["cook", "chef", "made_by"], "name", ["cooks", "kitchen", "chefs"], [
        (["station", "stove"], "=grill|oven|cold kitchen|wok|pastry|fryer|front stove|back stove", ["at which station is the {x} made", "where in the kitchen do they prepare the {x}", "the {x} burns, which place in the kitchen is it"]),
        (["shift", "starts"], "hour", ["when does the one who makes the {x} start work", "from what time can somebody cook a {x}", "at what hour does the cook of the {x} come in"]),
        (["phone", "mobile"], "phone", ["what's the number of whoever cooks the {x}", "how do I call the cook who does the {x}", "somebody praises the {x}, under which number can I tell the cook"]),
    ]),
    ("=checkout|search|login|mailer|billing|gallery|reports|chat|upload|maps", ["services", "apps", "components"], ["host", "machine", "runs_on"], "=atlas|borea|cirrus|draco|egeria|faun|gaia|helios|iris", ["hosts", "machines", "servers"], [
        (["ip", "address"], "=10.0.4.11|10.0.4.27|10.0.5.3|10.1.0.8|10.1.2.40|10.2.7.19|10.3.3.3|10.4.1.77|10.9.0.2", ["on which address does {x} run", "what is the ip of the machine behind {x}", "to what address do I connect for {x}"]),
        (["admin", "owner"], "fullname", ["who looks after the machine that {x} runs on", "{x} is down, whom do I wake up for its host", "who is the admin for {x}'s server"]),
        (["memory_gb", "ram_gb"], "int 4 512", ["how much memory does the machine of {x} have", "how many GB of memory are there where {x} runs", "how large is the RAM of the host with {x}"]),
    ]),
    ("nonsense", ["orders", "parcels", "shipments"], ["warehouse", "depot", "store"], "=W1|W2|W3|W4|W5|W6|W7|W8", ["warehouses", "depots", "stores"], [
        (["city", "town"], "city", ["in which city does order {x} lie", "from where is {x} sent off", "in what town would I have to pick up {x}"]),
        (["manager", "contact"], "fullname", ["who is responsible for the place where {x} is", "whom do I ask about order {x}, at its warehouse", "who runs the depot that has {x}"]),
        (["closes", "open_until"], "hour", ["until when can I pick up {x}", "at what time do they close where {x} lies", "how late can somebody fetch {x}"]),
    ]),
    ("fullname", ["patients", "appointments", "visits"], ["doctor", "dr", "seen_by"], "=Dr. Alvik|Dr. Bonnet|Dr. Corda|Dr. Demir|Dr. Ekman|Dr. Fabre|Dr. Gallo|Dr. Hirsch", ["doctors", "practice", "rota"], [
        (["room", "door"], _ROOMS, ["to which room must {x} go", "where does the doctor of {x} sit", "{x} is here now, what room is it"]),
        (["field", "speciality"], "=heart|eyes|skin|teeth|bones|ears|lungs|nerves|children", ["what is the doctor of {x} a specialist in", "in which field is {x} being treated", "what kind of doctor does {x} see"]),
        (["day_off", "absent"], _WEEKDAYS, ["on which day can {x} not see the doctor", "when is {x}'s doctor not in", "on what day is the doctor of {x} off"]),
    ]),
    ("=piano|cello|harp|tuba|flute|oboe|drums|violin|guitar|organ", ["lessons", "instruments", "school"], ["teacher", "taught_by"], "name", ["teachers", "tutors", "hours"], [
        (["day", "teaches_on"], _WEEKDAYS, ["on which day are there {x} lessons", "when in the week is the {x} taught", "what day does the {x} teacher come"]),
        (["price", "per_hour"], "int 15 90", ["what does an hour of {x} cost", "how much does the {x} teacher take", "what must I pay for one lesson on the {x}"]),
        (["email", "mail"], "email", ["where do I write to about {x} lessons", "what is the mail address of the {x} teacher", "how can I write to whoever teaches {x}"]),
    ]),
    ("name", ["tenants", "residents", "flats"], ["house", "building", "block"], "=Oak Court|Mill House|Elm Tower|Lake View|Rose Yard|Hill Block|Dock 7", ["houses", "buildings", "blocks"], [
        (["caretaker", "janitor"], "fullname", ["who is the caretaker for {x}", "{x} has a leaking tap, who looks after that house", "whom does {x} call when the light on the stairs is out"]),
        (["floors", "storeys"], "int 2 40", ["how many floors has the house {x} lives in", "how high is the building of {x}", "how many storeys does {x}'s house have"]),
        (["built", "year"], "int 1890 2024", ["how old is the house of {x}, when was it built", "in what year was {x}'s building finished", "from which year is the block where {x} lives"]),
    ]),
    ("=BX-12|BX-19|CR-03|CR-44|DL-70|DL-81|EM-05|EM-26|FT-33|FT-90", ["parts", "spares", "inventory"], ["drawer", "bin", "shelf"], "=A1|A2|B1|B4|C3|C7|D2|D5|E6", ["drawers", "bins", "shelves"], [
        (["hall", "building"], "=north hall|south hall|cellar|old barn|container 2|annex|tower|garage", ["in which building do I find part {x}", "where do they keep {x}, I mean which hall", "I need {x} at once, to what hall must I run"]),
        (["key", "key_holder"], "name", ["who has the key for {x}", "whom must I ask for the key to get at {x}", "who can open what {x} lies in"]),
        (["checked", "counted_on"], "day", ["when was the place of {x} last counted", "on which day did somebody check the drawer with {x}", "since when has nobody looked where {x} is"]),
    ]),
    ("city", ["offices", "branches", "shops"], ["region", "area", "zone"], "=north|south|east|west|coast|alps|islands|centre", ["regions", "areas", "zones"], [
        (["manager", "head"], "fullname", ["who is in charge of the region with {x}", "who is the regional head for our shop in {x}", "to whom does {x} report"]),
        (["currency", "money"], "=EUR|CHF|GBP|SEK|NOK|DKK|PLN|CZK|HUF", ["in what currency does {x} pay", "which money do they use in {x}", "with what currency do I send {x} an invoice"]),
        (["budget", "limit"], "int 1000 90000", ["how much may the region of {x} spend", "what is the budget for where {x} belongs", "how large is the limit that {x} shares with its region"]),
    ]),
    ("=Dune|Emma|Momo|Heidi|Faust|Walden|Dracula|Solaris|Ulysses|Candide", ["books", "library", "loans"], ["lent_to", "reader", "borrower"], "name", ["readers", "borrowers", "cards"], [
        (["street", "address"], "=Mill Lane 4|Park Row 31|Oak Street 9|Elm Court 2|Church Hill 5|Lake View 12|Bridge End 3", ["at which address is {x} now", "where must I go to get {x} back", "to what street did {x} wander off"]),
        (["phone", "tel"], "phone", ["whose phone do I ring to get {x} back, I mean the number", "what is the number of the one who has {x}", "how can I call the person who is reading {x}"]),
        (["card", "card_no"], "int 1000 9999", ["what is the card number of whoever has {x}", "on which card was {x} lent", "what number is on the card that {x} went out on"]),
    ]),
    ("=T-14|T-22|T-35|T-48|T-51|T-67|T-73|T-80|T-96", ["tickets", "tasks", "issues"], ["owner", "assignee", "person"], "name", ["owners", "people", "team"], [
        (["email", "mail"], "email", ["where do I write to about {x}", "what is the mail address of whoever has {x}", "to which address do I send my remarks on {x}"]),
        (["back_on", "away_until"], "day", ["when is the one who has {x} back", "from what day on will somebody go on with {x}", "until when must {x} wait for its owner"]),
        (["office", "city"], "city", ["in what city does the one with {x} sit", "from which office is {x} being worked on", "where is the person who does {x}"]),
    ]),
    ("animal", ["animals", "zoo", "farm"], ["house", "enclosure", "stable"], "=H1|H2|H3|H4|H5|H6|H7", ["enclosures", "stables", "houses"], [
        (["keeper", "cleaned_by"], "fullname", ["who takes care of the {x}", "who cleans where the {x} lives", "the {x} looks ill, whom do I tell"]),
        (["fed_at", "feeding"], "hour", ["when is the {x} fed", "at what time can we watch the {x} eat", "when does somebody bring food to the {x}"]),
        (["degrees", "temp"], "int 8 34", ["how warm is it where the {x} lives", "what temperature does the {x} have in its house", "to how many degrees do we heat for the {x}"]),
    ]),
    ("trade", ["jobs", "site", "workers"], ["firm", "company", "done_by"], "=Keller Ltd|Bauer Bros|Nova Build|Stone & Co|Rapid Works|Ashdown|Meyer Sons", ["firms", "companies", "contracts"], [
        (["starts", "from"], "day", ["when does the {x} begin", "from which day is the {x} here", "on what date can I expect the {x}"]),
        (["rate", "per_hour"], "int 20 140", ["what does the {x} cost us per hour", "how much must I pay the {x} an hour", "what is the hourly rate for the {x}"]),
        (["contact", "foreman"], "fullname", ["whom do I talk to about the {x}", "who is the contact if the {x} does not show up", "who answers for the {x}"]),
    ]),
]  # fmt: skip
"""Two tables that belong together: what is in the first one and its files, the column that leads into the second one,
the second one's files, and what stands in it, with what people ask."""
