"""How people ask for a repair in a row of them: by a test, by what a call gives, by an error, by what is printed."""

from __future__ import annotations

from tools.pocket.tell import rows

CHECKED = rows("""
[my|our] {file} worked on Friday, now {test} is red. Mend it
{test} is what {file} has to get through. It doesn't yet
with {file} as it is, {test} can't pass. Change that
look into {file}, some line there makes {test} fail
please look over {file}. {test} tells you whether it is right
{file} isn't right yet, go by {test}
I trust {test} more than {file}. Mend the latter
can you bring {file} to the point where {test} passes?
could you look at why {test} and {file} disagree, and change {file}
would it be possible to have {file} mended so that {test} runs clean
{file} is mine, {test} is not. So change {file} only, until it passes
my trainee broke {file}, {test} caught it
after the merge {file} no longer gets past {test}
the reviewer sent {file} back because {test} is red
before I go home {test} has to be green. The code sits in {file}
what is wrong in {file}? {test} doesn't like it
{test} tells me off about {file}. Do something
there's one wrong sign or number in {file}, I bet. {test} fails
I think I mixed something up in {file}[.|;|:] {test} fails
{file} must satisfy {test}
one of the lines of {file} makes {test} go red. Which one? Mend it
run {test} first, then mend {file}
{test} is red and I think {file} is to blame, please mend it
my {file} does not get through {test}. Put it right, would you
{file} has gone wrong somewhere, {test} says so
the check {test} stumbles over {file}. Mend the code
somebody was in {file} last night and now {test} no longer passes
have a look at {file}[,|:|;] {test} won't pass
{test} doesn't go through. It is about {file}, repair that
there must be a slip in {file}, otherwise {test} would pass
try things in {file} until {test} passes
keep at {file} until {test} has nothing to complain about
please get {file} past {test}
I can't see what is wrong in {file}, but {test} does. Mend it please
{file} fails its check {test}. Find the line and mend it
{test} is unhappy with {file}[.|;|:] make it happy by mending the code
my daughter wrote {file} for school and {test} from her teacher rejects it. Help her out
one line in {file} is off, {test} proves it; mend that line
mend {file}, the proof that it is broken is {test}
{file} is nearly right. {test} shows what is missing
I changed a line of {file} and forgot which one. {test} fails now, undo my damage
we cannot ship {file} while {test} fails. Repair it
{test} should go through with {file} as it was meant. Find what is off
whatever is wrong in {file}, {test} must pass in the end
bring {file} in order, {test} is the judge
the code is {file}, the check is {test}, it fails, you mend it
{test} -> fails, because of {file}. mend
check {file} with {test} and mend what is wrong
don't touch {test}. {file} is what has to be mended
have {test} pass again, the slip must be in {file}
a slip of the finger in {file}, I suppose: {test} fails
I inherited {file} from a colleague and {test} fails with it, please put it in order
""")

TEST_ONLY = rows("""
{test} has been red all day, mend the code
{test}: red. Please mend
would you look at {test}? It doesn't pass and it should
please see to it that {test} is green again
the only thing left is {test}, it won't go green
I need you to get {test} to go through, the code is wrong and not the test
{test} and my code don't agree. The code is wrong
something broke {test}, find it and mend it
somehow {test} ends badly. Mend the code
let {test} pass, by whatever change of the code it takes
before the release {test} has to go green
boss wants {test} green
{test} is red, mend the code
{test} fails[.|!|, please mend the code|. Mend what it checks]
{test} won't pass. Mend the code behind it
get {test} through
please have {test} pass
I want to see {test} pass
{test} stopped working after my last change, put the code right
try until {test} passes
work on the code until {test} has no complaints
{test} says that something is wrong. Find it and put it right
what does {test} complain about? Put it right
would you mend what {test} has found
the build stops at {test}, mend it
my tutor says {test} must pass by tomorrow. Help
{test} must pass, leave it as it is and mend the code
{test} finds a fault, remove it please
now and then I type nonsense. {test} caught some of it, put it right
""")

NEXT_TEST = rows("""
next up is {test}
[super|perfect|nice|good], and {test}?
then {test} please
{test}, too
and the same with {test}
I also have {test} here, red
{test} is also one of those that fail
what does {test} say? It should pass
does {test} pass? If not, mend it
check {test} too and mend what it finds
see whether {test} passes, otherwise mend the code
move on to {test}
now for {test}
finally {test}
and lastly {test}, which fails
two down. {test} is next
one more red test, {test}
my wife says {test} fails on her machine, look at it
is {test} all right? Mend it if it isn't
have a go at {test}
and {test}?
now {test}
now {test} please
next: {test}
next one is {test}
{test} as well
{test} too please
{test} is red too
{test} fails as well, mend that too
the same for {test}
then {test}, it fails as well
and what about {test}? It doesn't pass either
good. {test} next
thanks, now {test}
great, {test} is still red
on to {test}
{test} now, same procedure
also {test} doesn't go through
there is one more, {test}
and the last one, {test}
please do {test} as well
fine. {test} also has a complaint
ok and {test} fails too
then there is {test}. Red as well
could you do the same with {test}
can you get {test} through as well
another red one: {test}
{test} is the next patient
go on with {test}
my colleague says {test} is failing, too. Mend it
what is wrong with {test}, then? Mend that too
let us continue with {test}
""")

SYMPTOM = rows("""
in {file} something makes {wrong} out of {call}; it should be {right}
as {file} stands, {call} is {wrong}. The right value is {right}
{call} had better be {right}. {file} returns {wrong}
I checked {call} with a calculator, it's {right}. {file} disagrees and says {wrong}
{right} is the answer to {call}, but {file} says it is {wrong}
users complain that {call} shows {wrong} where they count on {right}. The culprit is {file}
could you look at {file}? {call} answers {wrong} and I count on {right}
would you mend {file}? For {call} one gets {wrong}, one should get {right}
please make {file} answer {right} to {call}. It answers {wrong}
the lesson says {call} must be {right}. With my {file} it is {wrong}
my homework in {file} gives {wrong} for {call} and the teacher wants {right}
I'm stuck with {file}: {call} becomes {wrong}, wanted is {right}
{file}: for {call} it is {wrong}. Has to be {right}
{call} results in {wrong}, I need it to result in {right}, code is in {file}
{name}, in {file}, is off: {call} must come to {right} and it comes to {wrong}
can't be right: {file} says {wrong} to {call}. {right}, surely
the value of {call} should be {right}; what {file} makes of it is {wrong}
have {name} give {right} for {call}. It gives {wrong} so far. {file}
there's something fishy in {file}. {call} ends up as {wrong} when {right} is due
whoever wrote {file} forgot something. {call} is {wrong} and has to be {right}
{call} comes out as {wrong}, but it has to be {right}. It is in {file}
{call} gives me {wrong} and I'd expect {right}; mend {file}
with {file} I get {wrong} from {call}, the right answer is {right}
by hand I get {right} for {call}, {file} says {wrong}. Mend it
my wife worked it out on paper: {call} is {right}. {file} makes {wrong} of it
{file} thinks that {call} is {wrong}. It's {right}
{file} computes {wrong} for {call}, and not {right} as it ought to
there's a slip in {file}: {wrong} for {call}, where {right} belongs
somewhere in {file} there is a slip, {call} should come to {right} and not to {wrong}
can you see why {file} turns {call} into {wrong}? {right} is what I need
{call} ought to be {right}. {file} has it as {wrong}
I tried {call} and got {wrong}. {right} would have been right. Look into {file}
a customer noticed that {call} yields {wrong} and not {right}. That is {file}, mend it
for {call} the answer must be {right}; {file} answers {wrong}
mend {file}, {call} has to come out as {right}, at the moment it is {wrong}
mend {name} in {file}: it makes {wrong} out of {call}, I want {right}
the function {name} has a slip in it. {call} is {wrong} with {file}, right is {right}
something is off with {name}: {call}, that's {wrong} now and must be {right}. See {file}
{file}, function {name}: {call} yields {wrong}; should yield {right}
{name} doesn't do what I want, {call} should be {right} and comes out as {wrong}. It's in {file}
wanted: {right} for {call}. have: {wrong}. file: {file}
{call} -> {wrong}? no, {right}. {file}
{call} = {wrong} is nonsense, it is {right}. Mend {file}
not {wrong} but {right} is what {call} must give, correct {file} please
since this morning {file} says {wrong} when asked for {call}. It used to say {right}
our accountant found that {call} ends up as {wrong}, not as {right}; the code is {file}
I wrote {file} on the train and {call} gives {wrong} rather than {right}
how can {call} be {wrong}? {right}! Please mend {file}
why on earth is {call} {wrong} in {file}? I need {right}
when {call} is asked for, {file} must answer {right}. Now it is {wrong}
""")

TASKED = rows("""
{file} is supposed to {does}, but {call} gives {wrong} and not {right}
{name} should {does}. It doesn't: {call} is {wrong}, right would be {right}. Mend {file}
in {file} {name} should {does}; instead of {right} I get {wrong} for {call}
I asked for something that would {does}, and {file} makes {wrong} of {call} where {right} is right
{file} ought to {does}. Then {call} would be {right}. It is {wrong} though
mend {file}, it has to {does}: {call} must be {right}, not {wrong}
the job of {name} is to {does}. With {file} as it is {call} is {wrong}, and should be {right}
{name} has to {does}, so {call} must be {right}. {file} says {wrong}
""")

NEXT_SYMPTOM = rows("""
[fine|good|great], then {file}: {call} is {wrong} and I want {right}
there's also {file}. {call} must be {right} and not {wrong}
move on to {file}, {call} returns {wrong}, I need {right}
{file} has the wrong answer to {call}, namely {wrong}. It is {right}
look at {file} too, where {call} is {wrong} in place of {right}
and why is {call} {wrong} in {file}? Should be {right}
now make {call} in {file} give {right}. It gives {wrong}
then there's {call}, {wrong} according to {file}, {right} according to me
I also get {wrong} from {call} of {file}. Right is {right}
{file} as well. {call} = {wrong}, want {right}
also wrong: {call} in {file}. {wrong} is what it says, {right} is what it should say
finally {file}, which takes {call} for {wrong}. It is {right}
in {file} it is {call} that is off, {wrong} rather than {right}
and {call} in {file} gives {wrong}, it should be {right}
next, {file}: {call} is {wrong}, must be {right}
now {file}. {call} comes out as {wrong} and should be {right}
{file} too: {wrong} for {call}, right is {right}
also {call} in {file}, that's {wrong} and should be {right}
then {file} has a slip as well, {call} must be {right} instead of {wrong}
one more: {file} makes {wrong} out of {call}, I expect {right}
good, and now {call}. {file} says {wrong}, right would be {right}
thanks. {file} is wrong as well, {call} has to be {right} and not {wrong}
what about {file}? {call} gives {wrong} instead of {right}
the same trouble with {file}: {call}, {wrong} where it should be {right}
on to {file}, where {call} yields {wrong} and not {right}
my son says that {call} can't be {wrong}. It is {right}. That one is in {file}
ok, {file} next. I want {right} from {call} and get {wrong}
last one. {call} is {wrong} in {file}, make that {right}
please do {file} as well: {call} should come to {right}, it comes to {wrong}
""")

FAILS = rows("""
when I start {command} there is {error}
whenever somebody runs {command} it says {error}. Mend that
{command} used to go through, since the last commit there's {error}
I'm lost: {command} says {error}
look at {command}. It says {error} and I have no idea why
{error}!? That's {command}. Please mend
got {error} from {command}, what did I do wrong? Mend it
could you run {command}? It stops with {error} here, mend the code
the log says {error}, it comes from {command}. Put it right
{command} breaks off with {error}, please see to it
please see why {command} breaks off with {error} and mend the line
all I did was {command} and there it was: {error}
nobody can use {command}, it only says {error}
I only wanted to try {command}. {error}. Please help
my sister gets {error} from {command}, mend it for her
running {command} gives {error}, mend it
I get {error} as soon as I start {command}
{command} stops with {error}[.|. Mend that|, please mend it|, what's that? Mend it]
{error} is all I get from {command}
why does {command} end with {error}? Put it right
help, {command} says {error}
{command}: {error}. Mend please
it says {error} when I call {command}. I don't understand it, mend it for me
{command} worked yesterday and today it is {error}
can you make {error} go away? It comes from {command}
my screen shows {error} after {command}, put it right please
there is {error} at the end of {command}. Find the cause and mend it
what is {error} supposed to mean? I only ran {command}. Mend whatever it is
{command} dies with {error}, please have a look and mend it
I typed {command} and got {error}. Mend the code
""")

NEXT_FAILS = rows("""
good. {command} says {error} though
{command} doesn't work either, {error}
next problem: {command} and its {error}
what about {command}? It stops with {error}
{command} has {error}
and there's {error} when I run {command}
look at {command} too, {error}
finally {command}, which ends with {error}
move on to {command}: {error}
now I get {error} from {command}
see to {command} as well, it says {error}
now {command} stops with {error}
and {command} gives {error}
{command} next, that one ends with {error}
also {error} from {command}
then {command}: {error}
{error} is what {command} says, mend that too
the next one is {command}, {error}
thanks. {command} still dies with {error}
one more, {command}. It says {error}
and why do I get {error} from {command}? Mend it as well
""")

OWN = rows("""
I expect {file} to run through without a word. It doesn't
when I start {file} an assert goes off. Mend the code, not the assert
one assert of {file} doesn't hold. Please change the function so that it does
{file} tests itself when it is run, and that goes wrong. Mend the function
have {file} pass its own checks
{file} should be silent when it runs, but it stops. Find the line that is wrong
the last lines of {file} are my checks. Make them hold
my checks sit right in {file}. They fail. Mend what they check
start {file} and mend what its asserts find
the asserts in {file} come from my teacher, so they are right. My function isn't
could you make {file} run to the end? It has its checks with it
run python3 {file} until it goes through, mending the code
{file} ends with an assertion that fails, mend the code above
python3 {file} should go through its own checks. It doesn't, mend it
the asserts at the end of {file} are right, the code is not
{file} checks itself at its end, and fails. Mend it
run {file}, its own checks fail, put the code right
{file} doesn't pass its own asserts
{file} must run through, but an assert stops it. Don't touch the asserts
mend {file} so that it runs to its end
{file} stops at one of its asserts, find out why and mend it
the self-check of {file} fails. The asserts stay, the code has to change
I put some asserts under the code of {file} and one is not fulfilled. Mend the code
why does {file} stop? The asserts are fine. Put it right
please get {file} to run without a complaint
""")

NEXT_OWN = rows("""
next {file}, it checks itself and fails
{file} too, an assert goes off there
look at {file} as well, it stops halfway
and then {file}. Same thing, its own checks fail
is {file} all right? Run it, its checks are inside
fine, now {file} with its asserts
finally {file}, which stops as well
now {file}, it fails its own asserts
and {file}? It stops at an assert
{file} next, it doesn't run through either
{file} has asserts at its end too, and one fails
then {file}. Its asserts are right, its code is not
the same with {file}, which checks itself
mend {file} as well, it should run through
also {file} doesn't get to its end
thanks, {file} also stops
""")

PRINTS = rows("""
running {file} shows {wrong}. It ought to show {right}
the number that {file} prints is wrong: {wrong} and not {right}
{file} says {wrong}, by hand I get {right}. Mend it
python3 {file} -> {wrong}, wanted -> {right}
I'd like {file} to say {right}. It says {wrong}
{file} gives out {wrong}, that can't be. It must be {right}
what {file} prints should be {right}. {wrong} is what comes
let {file} print {right}, so far it prints {wrong}
my boss ran {file} and saw {wrong}, he expects {right}
why {wrong}? {file} has to come to {right}
start {file} and you see {wrong}. It should have been {right}. Mend the line that is wrong
{right} is the right result of {file}. At present it is {wrong}
{file} prints {wrong}, it should print {right}
when I run {file} it says {wrong} and I'd expect {right}
python3 {file} gives {wrong}. Right is {right}, mend it
the output of {file} is {wrong}, it must be {right}
{file} should print {right}[, not {wrong}| and not {wrong}|. It prints {wrong}]
I want to see {right} when {file} runs, it shows {wrong}
{wrong} is what {file} prints. It must be {right}, mend the code
my paper says {right}, {file} says {wrong}. Mend {file}
on my screen {file} shows {wrong} where {right} belongs, put it right
how come {file} prints {wrong}? It has to be {right}
{file} used to print {right}. Now it's {wrong}. What happened? Mend it
mend {file}[,|:|;] its output is {wrong} and ought to be {right}
there is a slip in {file}, it prints {wrong} in place of {right}
expected output of {file}: {right}. Real output: {wrong}. Mend it
run {file}, it prints {wrong}. The right answer is {right}, find the slip
""")

NEXT_PRINTS = rows("""
look at {file} too. Prints {wrong}, should print {right}
{file}: {wrong}, should be {right}
good, {file} next. {wrong} must be {right}
fine. {file} ought to say {right}, it says {wrong}
move on to {file}, which shows {wrong} and not {right}
finally {file}. It prints {wrong}, I need {right}
{right} is what I expect from {file}, I get {wrong}
now {file}: it prints {wrong}, right is {right}
and {file} prints {wrong} instead of {right}
{file} too, it says {wrong} and should say {right}
then {file}, whose output must be {right} and not {wrong}
also {file}. {right} is what it should print, not {wrong}
next {file}, I expect {right} and see {wrong}
the same for {file}, {wrong} must become {right}
thanks, now {file} should print {right}, it prints {wrong}
one more, {file} shows {wrong} where {right} is right
and why does {file} print {wrong}? Make that {right}
""")

BOTH = rows("""
there are two slips in {file}, {test} will show them one after the other
{file} has two mistakes. Mend both, {test} tells you
two functions of {file} are wrong, make {test} pass
mend everything that {test} finds in {file}
{test} fails, and I fear {file} has more than one mistake
go through {file} with {test} until nothing is wrong any more
{file} is a mess, keep mending until {test} passes
more than one thing is off in {file}, see {test}
run {test} again and again and mend {file} until it passes
{test} must pass; there may be several slips in {file}
""")

STILL = rows("""
next, {call}. It is {wrong} and ought to be {right}
then {call}: {right} is right, {wrong} is what comes
what about {call} in there? I get {wrong}, I want {right}
ok, and {name}? {call} gives {wrong} and not {right}
the same file has {call} as {wrong}. It's {right}
fine, but {call} must come to {right}. It comes to {wrong}
thanks. There is one more: {call} should be {right} and it is {wrong}
{name} needs mending as well, {call} is {wrong} in place of {right}
now {call} gives {wrong}, it should be {right}
there is a second slip in it: {call} is {wrong} and must be {right}
but {call} is still wrong, {wrong} and not {right}
and {call}? That's {wrong}, should be {right}
in the same file, {call} gives {wrong}, I need {right}
{call} comes out as {wrong}, mend that too, it is {right}
good. But the other function is off as well: {call} must be {right}, not {wrong}
hm, {call} should be {right} as well, it is {wrong}
also {name} in there is wrong, {call} is {right} and not {wrong}
one more thing in that file: {wrong} for {call}, right would be {right}
my friend tried {call} with it and got {wrong}. {right} it should be
""")

DATA = rows("""
{file} stops with {error}, mend the code, not the data
python3 {file} gives {error}
I get {error} from {file}[.|. Mend it|, put it right|. The data file is as it should be]
why does {file} end with {error}? Put it right
{file} says {error}. {data} must stay as it is
mend {file}, it stops with {error}
{file} should read {data} but it says {error}
{file} can't cope with {data}: {error}. Change the script
there is {error} when {file} runs, have a look at {data} and mend the script
{file} worked before {data} was changed. Now it is {error}
""")
