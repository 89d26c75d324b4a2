"""What people say who change one line among others like it, turn by turn.

A line is `KIND: sentence`. `{name}` is what somebody calls the thing, `{in}` is where the file may be named; a sentence
without it gets the file before or behind itself where it must be named.
"""

from __future__ import annotations

_TEXT = """
SET: set {name} to {new}{in}
SET: [change|switch|update|put] {name} to {new}{in}
SET: {name} {new}[, please|, thanks|]
SET: {name} should be {new}{in}
SET: {name} must [now |]be {new}{in}
SET: {name} [has to|needs to] be {new}{in}
SET: {name} is [now|actually|really] {new}
SET: make {name} {new}{in}
SET: make it {new} for {name}
SET: {new} for {name}[, please|]
SET: and {name}: {new}
SET: {name} -> {new}
SET: {name}: {new}
SET: {name} = {new}
SET: now {name}, that's {new}
SET: I need {name} [at|to be] {new}{in}
SET: we agreed on {new} for {name}
SET: my colleague says {name} is {new}, so [write|enter|put] that
SET: [sorry, |]I got {name} wrong, it's {new}
SET: {name} is wrong[.|,] It should [say|be] {new}.
SET: {name} is not right[:|,] {new} is
SET: {name} isn't up to date any more, {new} is what counts
SET: {name} has changed. It is {new} now.
SET: {name} changed to {new}, [write that down|update it|put it in|enter it]{in}
SET: could {name} be {new}{in}?
SET: can you [set|change|put] {name} to {new}[ for me|]?
SET: would you mind [changing|setting] {name} to {new}{in}?
SET: I'd like {name} to [be|read|say] {new}{in}
SET: I'd rather have {new} as {name}
SET: use {new} as {name}{in}
SET: take {new} for {name}{in}
SET: enter {new} for {name}{in}
SET: what about {name}? I want {new} there.
SET: for {name} [we want|I want|use|take|put] {new}{in}
SET: as for {name}, [make it|it should be|that's] {new}
SET: {name} goes to {new}
SET: {name} moves to {new}[ from today|]
SET: {name} becomes {new}{in}
SET: let {name} be {new}
SET: next one: {name}, {new}
SET: one more: {name} is {new}
SET: also {name}, to {new}
SET: then {name} to {new}[ please|]
SET: [adjust|correct|fix] {name}, {new} is [right|correct]
SET: correct {name} to {new}{in}
SET: the others are fine, but {name} should be {new}
SET: only {name} changes, to {new}
SET: just {name} - {new}
SET: nothing else, only {name}: {new}
SET: we talked it over: {name} will be {new}
SET: the boss wants {new} for {name}
SET: after the meeting: {name} is {new}
SET: they told me on the phone that {name} is {new}. Please [change|correct|update] it.
SET: I looked it up again. {name} is {new}, not what we have[ there|{in}].
SET: {name} was guessed, the right one is {new}
SET: {new} would be better for {name}, [change|please change] it
SET: [mind|don't touch] the lines around it; {name} is {new} now
SET: from now on {name} is {new}
SET: starting tomorrow {name} is {new}, so [change|edit] the line
SET: [please |]have {name} say {new}
SET: whoever wrote {name} down made a mistake, it is {new}
SET: my wife found a mistake: {name} is {new}
SET: a customer complained about {name}. It is {new}.
SET: there's an error in the line with {name}; {new} is correct
SET: in the line of {name} it must say {new}
SET: find {name} and put {new} there
SET: look for {name}, then write {new} there instead of what it says
SET: replace what we have for {name} with {new}
SET: give {name} {new} instead
SET: and also, before I forget, {name}: {new}
SET: I almost forgot {name}, it needs {new}
SET: it says something else for {name}, but {new} is true
SET: the value of {name} should read {new}{in}
SET: I want to see {new} at {name}
SET: put {new} [next to|at|behind] {name}
PRICE: {name} [costs|is] {new} now
PRICE: {name} costs {new} from [Monday|today|next week|May] on
PRICE: we [sell|offer] {name} for {new} now
PRICE: {name} goes for {new} [now|these days]
PRICE: charge {new} for {name}
PRICE: you can have {name} for {new} now, so change the price
PRICE: they raised the price: {name} is at {new}
PRICE: {name} got more expensive: {new}
PRICE: {name} [is on sale|got cheaper], {new}
PRICE: how about {new} for {name}? Yes, put that.
TIME: {name} starts at {new} now
TIME: {name} is at {new} [now|from Monday on|this week]
TIME: {name} was moved to {new}
TIME: they moved {name}. It is at {new} now.
TIME: shift {name} to {new}
PHONE: you reach {name} under {new} now
PHONE: {name} has a new number, {new}
PHONE: the number of {name} is {new} now
PHONE: {name} called: the new number is {new}
VERSION: [raise|bump|upgrade|update] {name} to {new}{in}
VERSION: {name} {new} is out, [use it|put it in|take it]
VERSION: we are on {name} {new} now
VERSION: go to {new} with {name}
VERSION: pin {name} to {new}, same sign as before
COUNT: there are {new} of {name} left
COUNT: I counted {new} for {name}
COUNT: we have {new} of {name} now
GRAMS: take {new} of {name}
GRAMS: {new} of {name} is enough
GRAMS: it needs {new} of {name}
GRAMS: I use {new} of {name}, that tastes better
FROM: change {name} from {old} to {new}{in}
FROM: {name} is {new} now instead of {old}
FROM: {name}: {new} instead of {old}
FROM: {name}: not {old} but {new}
FROM: {name} {old} -> {new}
FROM: {new}, not {old}, for {name}
FROM: {name} still says {old}, it's {new}
FROM: {name} is {old} at the moment. [Make it|I want|Change that to] {new}.
FROM: {name} went from {old} to {new}
FROM: for {name}, replace {old} [by|with] {new}
FROM: the {old} at {name} should be {new}
FROM: there's {old} at {name}{in}, I want {new}
FROM: why does {name} say {old}? It should be {new}.
FROM: {name} can't be {old}. Make it {new}.
FROM: [several|some|a few] lines may say {old}, I only mean {name}: {new}
FROM: {old} is too much for {name}, {new} will do
FROM: {old} is not what we agreed on for {name}, that was {new}
FROM: {name} was {old} for years, now it's {new}
FROM: take the {old} away from {name} and write {new}
FROM: I see {old} for {name}, but that's wrong. {new}!
FROM: swap the {old} of {name} for {new}
FROM: drop {old} at {name}, we use {new}
OLD: {old} should be {new}{in}
OLD: the {old} is wrong, it should be {new}
OLD: where it says {old}, write {new}
OLD: change {old} to {new}{in}
OLD: replace {old} with {new}{in}
OLD: make the {old} a {new}
OLD: the one with {old} is {new} now
OLD: not {old}, {new}
OLD: whatever has {old} gets {new}
OLD: {old} -> {new}
OLD: one of them has {old}. Change that to {new}.
OLD: I don't like the {old}, [put|take|use] {new}
OLD: find the {old} and turn it into {new}
OLD: the line that says {old} now has to say {new}
STAYS: {other} stays, {name} is {new}
STAYS: {other} stays as it is, but {name} should be {new}
STAYS: leave {other} alone and set {name} to {new}{in}
STAYS: don't touch {other}, only {name}: {new}
STAYS: not {other}! {name} is {new}
STAYS: I mean {name}, not {other}: {new}
STAYS: {name} (not {other}) is {new} now
STAYS: {name}, not {other}, should be {new}
STAYS: {other} is fine. {name} must be {new} though.
STAYS: {other} is correct, {name} isn't: {new}
STAYS: keep {other}, but change {name} to {new}
STAYS: {new} for {name}, {other} remains
STAYS: nothing changes for {other}; {name} becomes {new}
STAYS: everybody mixes them up: it is {name} that is {new}, {other} is right already
STAYS: {other} is not affected, {name} goes to {new}
STAYS: while {other} can stay, {name} [has to be|needs] {new}
STAYS: set {name} to {new}. Careful, {other} is another thing.
STAYS: {name} to {new} please, hands off {other}
STAYS: I checked both. {other} is OK and {name} should be {new}.
LIKE: {name} should be the same as {other}
LIKE: give {name} the same as {other}
LIKE: set {name} to what {other} has
LIKE: {name} like {other}, please
LIKE: {name} gets the value of {other}
LIKE: copy {other} to {name}
LIKE: use for {name} what we have for {other}
LIKE: make {name} equal to {other}
LIKE: {name} = {other}, same value I mean
LIKE: I want {name} to match {other}
LIKE: {name} must be what {other} is
LIKE: let {name} have the same as {other}
LIKE: take what it says for {other} and put it in for {name} too
LIKE: {other} is right, and {name} should be just the same
LIKE: bring {name} in line with {other}
LIKE: why is {name} not the same as {other}? Change {name}.
SAME: the same for {name}
SAME: same [value |]for {name}[, please|]
SAME: and {name} too
SAME: {name} as well
SAME: {name} gets the same
SAME: do the same [with|for] {name}
SAME: {name} also
SAME: that goes for {name} too
SAME: likewise {name}
SAME: give {name} that value too
SAME: and that same value for {name}
SAME: {name} should be like that too
SAME: now set {name} to the same
SAME: I want the same thing at {name}
AGAIN: [hm, |no, |hmm, |]better {new}
AGAIN: [no, |actually, |oh wait, |]make that {new}
AGAIN: sorry, I meant {new}
AGAIN: {new} after all
AGAIN: no, {new}
AGAIN: wait, {new} is better
AGAIN: on second thought, {new}
AGAIN: that should have been {new}
AGAIN: oops, {new} I mean
AGAIN: not quite: {new}
AGAIN: my mistake, it is {new}
AGAIN: I changed my mind, take {new} instead
AGAIN: let's say {new} instead
AGAIN: that was a slip, {new} is what I wanted
AGAIN: the same line again: {new}
AGAIN: it's {new}, I misread it
UNDO: undo that
UNDO: put it back
UNDO: no, as it was before
UNDO: change it back[, please|]
UNDO: sorry, that was wrong, put the old value back
UNDO: revert that[ last one| last change|]
UNDO: take that back
UNDO: leave it as it was
UNDO: hm, no, the old one was right
UNDO: back to what it was
UNDO: I take it back, restore the old value
UNDO: could you undo the last change?
UNDO: forget that one, it should stay as it was
UNDO: wrong one, please undo it
UP: {name} plus one
UP: raise {name} by one{in}
UP: add one to {name}{in}
UP: {name} one higher, please
UP: increase {name} by 1{in}
UP: one more for {name}
UP: {name} should be one more than now
UP: bump {name} by one
UP: count {name} up by one
UP: I need {name} one up
UP: can {name} go up by one?
UP: put {name} up by 1
DOWN: {name} minus one
DOWN: lower {name} by one{in}
DOWN: take one off {name}{in}
DOWN: {name} one lower, please
DOWN: decrease {name} by 1{in}
DOWN: one less for {name}
DOWN: {name} should be one less than now
DOWN: reduce {name} by one
DOWN: count {name} down by one
DOWN: I want {name} one down
DOUBLE: double {name}{in}
DOUBLE: twice as much for {name}
DOUBLE: {name} should be twice what it is
DOUBLE: I need double of {name}
DOUBLE: {name} times two
DOUBLE: make {name} twice as much
DOUBLE: please double {name}, the rest stays
HALF: halve {name}{in}
HALF: half of that for {name}
HALF: {name} should be half of what it is
HALF: cut {name} in half
HALF: only half as much for {name}
HALF: make {name} half as much
FLAG: [turn|switch] {onoff} {name}{in}
FLAG: [turn|switch] {name} {onoff}{in}
FLAG: {name} {onoff}
FLAG: {name} should be {onoff}{in}
FLAG: I want {name} {onoff}
FLAG: {able} {name}{in}
FLAG: please {able} {name}
FLAG: we need {name} {onoff} now
FLAG: can you {able} {name}?
FLAG: {name} has to be {onoff} from now on
FLAG: let's have {name} {onoff}
FLAG: and {name} {onoff}, please
FLAG: {able} {name} but leave the rest
FLAG: why isn't {name} {onoff}? Do that.
ASK: what is {name}{in}?
ASK: what's {name} [now|at the moment|again|]?
ASK: what does it say for {name}?
ASK: {name}?
ASK: and {name}?
ASK: what about {name}?
ASK: what do we have for {name}{in}?
ASK: tell me {name}
ASK: remind me, what is {name}?
ASK: which value has {name}{in}?
ASK: can you look up {name}[ for me|]?
ASK: I forgot {name}. What was it?
ASK: just a question: what is {name} right now?
ASK: how much is {name} now? I mean what is written there.
ASK: what is written at {name}?
ASK: read me {name}
ASK: before I go on, what's {name}?
ASK: do you see {name}? What does it say?
ASK: I need to know {name}
ASK: is there something for {name}? What?
ASK: so what is {name} set to[ now|]?
ASK: let me hear {name}
WHICH: which one has {old}{in}?
WHICH: what has {old}?
WHICH: where does it say {old}?
WHICH: {old} - which one is that?
WHICH: which of them is {old}?
WHICH: which entry says {old}?
WHICH: and which one is at {old}?
WHICH: someone asked about {old}. Which one is it?
WHICH: whose line has {old} in it?
WHICH: to what does the {old} belong?
DELETE: [delete|remove|drop] {name}{in}
DELETE: [delete|remove] the line [of|with|for] {name}{in}
DELETE: take {name} out{in}
DELETE: {name} can go
DELETE: {name} is gone, [delete it|take it out]
DELETE: we don't need {name} any more
DELETE: get rid of {name}
DELETE: throw {name} out, the rest stays
DELETE: strike {name} from it
DELETE: no more {name}, please [remove|delete] that line
DELETE: {name} is obsolete, away with it
DELETE: please [erase|cut] {name}{in}
DELETE: cross out {name} for good, I mean delete the line
DELETE: I'd like {name} removed
DELETE: {name} should not be [there|listed] any more
DELETE: kick {name} out
DELETE: nobody asks for {name} any more, so delete it
AFTER: [add|insert|put] {what} [behind|after|below] {name}{in}
AFTER: [right|directly] [behind|after|below] {name} comes {what}
AFTER: below {name} I need {what}
AFTER: after {name} add {what}
AFTER: {what}, right after {name}
AFTER: there's one missing: {what}, it goes [under|below|behind] {name}
AFTER: put in {what}, one line below {name}
AFTER: please add {what}. It belongs under {name}.
AFTER: I forgot {what}. Add it after {name}.
AFTER: between {name} and what follows, add {what}
BEFORE: [add|insert|put] {what} [before|above] {name}{in}
BEFORE: [right|directly] [before|above] {name} comes {what}
BEFORE: above {name} I need {what}
BEFORE: before {name} add {what}
BEFORE: {what}, one line above {name}
BEFORE: please add {what}. It belongs above {name}.
BEFORE: there's one missing: {what}, it goes before {name}
END: [add|append|put] {what} at the end{in}
END: at the [very |]end add {what}
END: one more at the bottom: {what}
END: {what} as the last one
END: the last line shall be {what}
END: {what} is missing, put it last
END: below all the others add {what}
END: also {what}, at the bottom
RENAME: rename {name} to {new}{in}
RENAME: {name} should be called {new}
RENAME: call {name} {new} from now on
RENAME: {name} is called {new} now
RENAME: the name of {name} is {new} now, the rest of the line stays
RENAME: it's not called {name} any more but {new}
RENAME: change the name {name} to {new}
RENAME: {name} has a new name, {new}
RENAME: I'd call {name} {new}, please rename it
RENAME: {new} is a better name for {name}
RENAME: name {name} {new} instead
SWAP: swap {name} and {other}{in}
SWAP: {name} and {other} should change places
SWAP: {name} and {other} are in the wrong order
SWAP: switch the lines of {name} and {other}
SWAP: the lines of {name} and {other} the other way round, please
SWAP: exchange the positions of {name} and {other}
SWAP: can {name} and {other} trade places?
OUT: comment {name} out{in}
OUT: comment out {name}{in}
OUT: {name} should be commented out
OUT: put {name} in a comment
OUT: deactivate the line of {name}, but don't delete it
OUT: make a comment of {name}
OUT: don't delete {name}, just comment it out
OUT: for now, comment out the line with {name}
OUT: {name} isn't needed for the moment, so comment it out
OUT: can you comment {name} out for a while?
BACK: uncomment {name}{in}
BACK: {name} should be active again, it's commented out
BACK: comment {name} in again
BACK: take the comment sign away from {name}
BACK: we do need {name}, uncomment it
BACK: bring {name} back, it's a comment now
BACK: reactivate {name}
BACK: remove the comment mark before {name}
DONE: I have [just |]{past} {object}
DONE: {object} is {past}
DONE: I {did} {object} [yesterday|this morning|last night|today]
DONE: done: {base} {object}
DONE: I'm done with {gerund} {object}
DONE: {gerund} {object} is done
DONE: tick off {base} {object}
DONE: we {did} {object}, tick it off
DONE: check the box for {gerund} {object}
DONE: {person} has {past} {object}
DONE: {person} {did} {object}, so that one is done
DONE: finally {past} {object}
DONE: one thing less, {object} is {past} now
DONE: mark {gerund} {object} as done
DONE: I don't have to {base} {object} any more, it's done
DONE: guess what, I {did} {object}
DONE: it took hours, but {object} is {past}
UNDONE: I have not {past} {object} yet
UNDONE: {object} isn't {past} yet
UNDONE: no, {object} still has to be {past}
UNDONE: untick {gerund} {object}
UNDONE: {gerund} {object} is not done yet
UNDONE: {person} never {did} {object}, open it again
UNDONE: we still have to {base} {object}
UNDONE: I must {base} {object} again, so it's open
UNDONE: take the mark away from {gerund} {object}
UNDONE: nobody has {past} {object} so far
UNDONE: who ticked {gerund} {object}? It's still open.
SPELL: {wrong} is misspelt
SPELL: {wrong} is spelt wrong{in}
SPELL: {wrong} has a spelling mistake, fix it
SPELL: correct the spelling of {wrong}{in}
SPELL: there's a typo in {wrong}
SPELL: {wrong}? That's not how it's spelt. Correct it.
SPELL: fix {wrong}, somebody can't spell
SPELL: {wrong} is a typo
SPELL: {wrong} looks odd, spell it right
SPELL: please correct {wrong}
SPELL: my teacher underlined {wrong}. Can you fix the spelling?
SPELL: I think {wrong} is wrongly spelt
SPELL: oh no, {wrong}! Spell that properly
SPELL: the spell checker complains about {wrong}
SPELL: [how embarrassing, |]I wrote {wrong}, correct that
RIGHT: {right} is misspelt{in}
RIGHT: {right} is spelt wrong somewhere{in}
RIGHT: somewhere {right} has a typo
RIGHT: they mistyped {right}, fix it
RIGHT: it's spelt {right}, please correct it
RIGHT: the word {right} is written wrongly in one place
RIGHT: I can't spell {right}, have a look and correct it
RIGHT: one line has {right} with a mistake in it
RIGHT: find the misspelt {right} and fix it
RIGHT: it should say {right}, there's a letter wrong
BOTH: it's {right}, not {wrong}
BOTH: {wrong} should be {right}{in}
BOTH: {wrong} -> {right}
BOTH: write {right} instead of {wrong}
BOTH: {wrong} is wrong, {right} is right
BOTH: you write {right} and not {wrong}
BOTH: correct {wrong} to {right}{in}
BOTH: the typo {wrong}: make it {right}
NUMBER: there is a spelling mistake in line {line}{in}
NUMBER: line {line} has a typo, fix it
NUMBER: a word in line {line} is misspelt
NUMBER: correct the spelling in line {line}
NUMBER: something is spelt wrong in line {line}
NUMBER: line {line}: typo
NUMBER: check the spelling of line {line} and mend it
TWO: {name} is {new} and {other} is {more}
TWO: set {name} to {new} and {other} to {more}{in}
TWO: {name} {new}, {other} {more}
TWO: {name} should be {new}, {other} {more}
TWO: two things: {name} is {new}, and {other} is {more}
TWO: {name} becomes {new}; {other} becomes {more}
TWO: change {name} to {new}, and while you're at it {other} to {more}
TWO: {new} for {name}, {more} for {other}
MIXED: I mixed them up: {name} gets that, and {other} goes back to what it was
MIXED: sorry, not {other} but {name}. Put {other} back.
MIXED: oh, I meant {name}. Undo it for {other} and do it there.
MIXED: no, {other} should be as before, that was meant for {name}
MIXED: wrong one! {other} back to the old value, {name} gets the new one
MIXED: my mistake, restore {other} and change {name} instead
MIXED: that belongs to {name}, so put {other} back and set {name}
MIXED: {other} was right before. It's {name} that should have this value.
DOUBLE: twice the {bare}
DOUBLE: double the {bare}, there are more of us
DOUBLE: I need twice the {bare}
DOUBLE: we are twice as many, so double the {bare}
DOUBLE: {name} isn't enough, double it
HALF: half the {bare} will do
HALF: half the {bare}, please
HALF: that's too much, take half the {bare}
HALF: I only want half the {bare}
HALF: halve the {bare} and leave the rest
SET: {name} [as of today|since yesterday|for now|this time|in future] {new}
SET: somebody wrote the wrong thing for {name}, [put|write|enter] {new}
SET: the right thing for {name} is {new}
SET: the correct {name} would be {new}, [fix|correct] that please
SET: [our|the] new {name} is {new}
SET: do me a favour and make {name} {new}
SET: while you are there: {name}, {new}
SET: I double-checked {name}, it's {new}
SET: Tom asked for {new} as {name}
SET: please don't mix it up with its neighbour, but {name} is {new}
SET: it's only a small thing: {name} should be {new}
SET: how hard is it to get {name} right? It is {new}.
SET: time to update {name}: {new}
SET: [update|refresh] {name}, we have {new} now
SET: {name} was an old value, {new} is the current one
SET: what you have for {name} is out of date. Write {new}.
SET: put {new} where it says something about {name}
SET: on the line of {name}, {new} please
SET: {new} is what {name} should say
SET: {new} goes to {name}
SET: {new} as {name}, everything else as it is
SET: with {new} for {name} it would work
SET: I tried {new} for {name} and it works, so keep that
SET: we tested it, {name} works best with {new}
SET: the docs say {name} must be {new}
SET: I'd feel better with {new} for {name}
SET: my daughter says that {name} is {new}
SET: the printed version has {new} for {name}, ours should too
SET: they wrote to us that {name} is {new} from now on
SET: one change: {name} {new}
SET: quick one: {name} to {new}
SET: last but not least {name}, which is {new}
PRICE: {name} now {new} each
PRICE: from now on people pay {new} for {name}
PRICE: my supplier wants more, so {name} is {new}
PRICE: we give {name} away for {new}
PRICE: put a new price on {name}: {new}
PRICE: the tag on {name} says {new}, so should the list
PRICE: sell {name} at {new}
PRICE: {new} is the new price of {name}
TIME: {name} will be at {new} instead
TIME: {name}, {new} sharp
TIME: the new time for {name} is {new}
TIME: {name} can't be at the old time, {new} works
TIME: people want {name} at {new}
TIME: let {name} begin at {new}
PHONE: call {name} at {new} from now on
PHONE: {name} moved, now it's {new}
PHONE: I couldn't reach {name}, the number must be {new}
VERSION: {name} needs {new} at least, so put that there
VERSION: there is a security hole in {name}, go to {new}
VERSION: let's try {name} {new}
VERSION: {name} broke, back to {new}
VERSION: {new} of {name}, please
COUNT: someone counted {name} again, {new}
COUNT: {new} is how many of {name} there are
COUNT: of {name} we have {new}
COUNT: {name} arrived, it's {new} now
GRAMS: {new} of {name}, no more
GRAMS: only {new} of {name}
GRAMS: make that {new} of {name}
FROM: {name} has {old}, but {new} is right
FROM: it says {old} for {name}. Who did that? {new}!
FROM: for {name} I read {old}, should it not be {new}? Change it.
FROM: {name} was {old} last year, this year it is {new}
FROM: [move|take|bring] {name} from {old} to {new}
FROM: {name} needs more than {old}, let's say {new}
FROM: {new} rather than {old} for {name}
FROM: {name}, not {old} any longer, {new}
FROM: put {new} in place of {old} for {name}
FROM: {old} for {name} is a mistake, I meant {new}
FROM: I want to go from {old} to {new} with {name}
FROM: {name} doesn't have {old} any more but {new}
OLD: I see a {old} there. It has to be {new}.
OLD: {old} is a mistake, {new} is right
OLD: {old} is out, {new} is in
OLD: {new} instead of {old}, please
OLD: use {new} in place of {old}
OLD: {old} was last year, now it's {new}
STAYS: {other} I like, but {name} should be {new}
STAYS: {other} remains the same. {name}, however, is {new}.
STAYS: it's {name} I want to change, not {other}: {new}
STAYS: no change for {other}. {name}: {new}.
STAYS: let {other} be and make {name} {new}
STAYS: {name} isn't the same as {other}, give {name} {new}
STAYS: everything about {other} is right, but {name} must be {new}
STAYS: don't confuse it with {other}: {name} is {new}
STAYS: last time somebody changed {other} by mistake. I want {name} at {new}.
STAYS: {new} for {name}, and {other} keeps its value
LIKE: {name} and {other} should be equal, {other} is the right one
LIKE: let {name} follow {other}
LIKE: I'd like {name} to be exactly as {other} is
LIKE: {other} has the right value, use it for {name}
LIKE: put into {name} what is in {other}
LIKE: {name} should not differ from {other}, change {name}
LIKE: same for {name} as for {other}
SAME: and the same with {name}
SAME: {name}, same thing
SAME: {name} needs that too
SAME: now {name} likewise
SAME: repeat that for {name}
SAME: and what about {name}? Same value please.
AGAIN: hold on, {new}
AGAIN: ah no, it was {new}
AGAIN: correction: {new}
AGAIN: rather {new}
AGAIN: I said it wrong, {new}
AGAIN: could it be {new} instead? Yes, make it {new}.
AGAIN: no no, {new}
AGAIN: they changed it again, now {new}
AGAIN: hmm, let me think. {new}.
UNDO: no, that was a mistake. Back, please.
UNDO: please restore what was there
UNDO: I was wrong, the value before was fine
UNDO: can you reverse that?
UNDO: undo
UNDO: it was better before, change it back
UNDO: that shouldn't have changed, put the old one in again
FLAG: {able} {name}, please
FLAG: {name} needs to be {onoff}
FLAG: from now on {name} is {onoff}
FLAG: set {name} to {onoff}, if you would
FLAG: put {name} {onoff}
FLAG: I'd like to have {name} {onoff}
FLAG: make sure that {name} is {onoff}
FLAG: {name}: {onoff}!
FLAG: the tests need {name} {onoff}
FLAG: is {name} {onoff}? It should be, so change it.
FLAG: could you turn {onoff} {name}?
ASK: do you know {name}?
ASK: what do you see at {name}?
ASK: what's there for {name}{in}?
ASK: how about {name}, what is it?
ASK: what did we put for {name}?
ASK: {name}, what was that again?
ASK: my colleague wants to know {name}
ASK: quick question, {name}?
ASK: tell me what {name} is{in}
ASK: give me {name}
ASK: check {name} for me, what does it say?
ASK: and what is {name} now?
ASK: just to be sure: {name} is what?
ASK: wait, what is {name} at present?
ASK: what have we got for {name}?
WHICH: which is the one with {old}?
WHICH: who or what has {old}?
WHICH: find the one with {old}, which is it?
WHICH: I only remember {old}. Which one was that?
WHICH: what is the name of the one with {old}?
WHICH: {old} belongs to which one?
DELETE: {name} is no longer needed{in}, remove the whole line
DELETE: forget about {name}, take the line out
DELETE: I never liked {name}, delete it
DELETE: could you delete {name} for me?
DELETE: the line with {name} has to go
DELETE: please take out {name}, only that
DELETE: without {name}, please. Delete that line.
DELETE: {name} has been cancelled, so remove it
AFTER: {name} should be followed by a new line: {what}
AFTER: new line after {name}: {what}
AFTER: I want {what} to come after {name}
AFTER: we also need {what}, please add it behind {name}
AFTER: {what} is missing behind {name}
BEFORE: {what} should come before {name}
BEFORE: new line before {name}: {what}
BEFORE: {what} is missing above {name}
BEFORE: we also need {what}, please add it above {name}
END: add a last line: {what}
END: the list goes on with {what}
END: after the last one comes {what}
END: we also need {what}, put it at the bottom
RENAME: {name} shall be named {new}
RENAME: use {new} as the name of {name}, its value stays
RENAME: we call {name} {new} now
RENAME: can you rename {name} to {new}?
RENAME: {name} is a bad name, {new} is clearer
SWAP: put {name} where {other} is and the other way round
SWAP: I want {name} and {other} in the opposite order
SWAP: reverse the order of {name} and {other}
OUT: turn the line of {name} into a comment
OUT: I don't want to lose {name}, but it should be commented out
OUT: {name} off for now, as a comment
BACK: {name} is a comment, make it a normal line again
BACK: the line of {name} is commented out, I want it back
BACK: let {name} count again, it's behind a comment mark
SPELL: {wrong} hurts my eyes, spell it properly
SPELL: is {wrong} spelt right? No. Fix it.
SPELL: somebody wrote {wrong}, please correct it
SPELL: correct {wrong}, will you
SPELL: mend the spelling of {wrong}
SPELL: you can't write {wrong} like that
RIGHT: is {right} spelt right everywhere? I think once it isn't. Fix it.
RIGHT: {right} got mangled in one line, correct it
RIGHT: one {right} is misspelt, please mend it
BOTH: {right} is how you spell {wrong}
BOTH: make {right} out of {wrong}
BOTH: {wrong} must read {right}
NUMBER: my teacher marked a word in line {line}, what's misspelt there? Correct it.
NUMBER: look at line {line}, there's a misspelt word. Put it right.
DONE: I finished {gerund} {object}
DONE: we have {past} {object} at last
DONE: you can tick {gerund} {object}
DONE: {object} has been {past}
DONE: {person} is done with {gerund} {object}
DONE: no need to {base} {object} any longer, {person} did it
DONE: set {gerund} {object} to done
DONE: I managed to {base} {object}
UNDONE: {person} forgot to {base} {object}, so it isn't done
UNDONE: {object} was not {past} after all
UNDONE: sorry, I haven't {past} {object}
UNDONE: {gerund} {object} has to be open again
UNDONE: set {gerund} {object} back, it's not done
INTO: add {what} to the end of {section}{in}
INTO: {section} needs {what} as well
INTO: put {what} at the end of the {section} part
INTO: {section} also gets {what}, as its last line
INTO: there is no such thing in {section} yet: {what}. Add it at the end there.
INTO: append {what} to the {section} section
INTO: under {section}, add {what} at the bottom
INTO: the {section} block lacks {what}, please append it
INTO: we want {what} in {section} too, last in the block
SECTION: rename the section {section} to {new}{in}
SECTION: the {section} section should be called {new}
SECTION: {section} is called {new} now, I mean the section, what's in it stays
SECTION: change the heading of the {section} part to {new}
SECTION: give the {section} part the name {new}{in}
SECTION: the part named {section} gets the name {new}
SECTION: call the {section} block {new}, its lines stay
SECTION: the heading {section} isn't right, it's {new}
SECTION: instead of {section} that section should be named {new}
SECTION: {new} is the new name for the section {section}
SECTION: I'd like the {section} section to be {new} from now on
SECTION: rename {section} as {new}, only the heading please
SECTION: can you rename the {section} block to {new}?
WHERE: in {file},
WHERE: in {file}:
WHERE: {file}:
WHERE: {file} please:
WHERE: open {file}.
WHERE: look at {file}.
WHERE: this is about {file}.
WHERE: I have a file {file}.
WHERE: now {file}:
WHERE: next, {file}:
WHERE: over to {file}.
WHERE: something for {file}:
THERE: It's in {file}.
THERE: That's in {file}.
THERE: You find it in {file}.
THERE: The file is {file}.
THERE: ({file})
THERE: I mean the one in {file}.
THERE: See {file}.
THERE: File: {file}
UP: {name} needs one more
UP: [please|kindly] raise {name}, just by one
UP: go one up with {name}
UP: {name}, plus 1 please
UP: one was added to {name}, so count it up
UP: we got another one, {name} goes up by one
UP: I'd like {name} to be one higher than it is
UP: make {name} one bigger
UP: the next higher number for {name}
UP: I miscounted, {name} is one more
UP: {name} was one too low
UP: there is one more now, update {name}{in}
UP: let {name} grow by one
UP: whatever {name} is, make it one more
UP: take {name} and add 1
DOWN: {name} needs one less
DOWN: go one down with {name}
DOWN: {name}, minus 1 please
DOWN: one got lost, so {name} is one less
DOWN: I'd like {name} to be one lower than it is
DOWN: make {name} one smaller
DOWN: the next lower number for {name}
DOWN: I miscounted, {name} is one less
DOWN: {name} was one too high
DOWN: there is one less now, update {name}{in}
DOWN: let {name} shrink by one
DOWN: whatever {name} is, make it one less
DOWN: take {name} and subtract 1
TWO: {name} should now say {new} and {other} {more}
TWO: I need {name} at {new} and {other} at {more}
TWO: first {name}: {new}. Then {other}: {more}.
TWO: both are wrong, {name} is {new} and {other} is {more}
TWO: update {name} ({new}) and {other} ({more}){in}
TWO: {name} must be {new}, and while we are at it, {other} must be {more}
TWO: please write {new} for {name} and {more} for {other}
TWO: {name} = {new}, {other} = {more}
TWO: make {name} {new} and {other} {more}
TWO: we decided on {new} for {name} and {more} for {other}
TWO: not only is {name} {new} now, {other} is {more} too
TWO: could {name} be {new} and {other} {more}?
MIXED: I said {other} but I was thinking of {name}. Change {name} that way and leave {other} as it was.
MIXED: oops, it's {name} that gets it. {other} keeps what it had.
MIXED: take it away from {other} again and give it to {name}
MIXED: please move that from {other} to {name}, {other} gets its old value again
MIXED: no no, {name}! Set {other} back and use that value for {name}.
MIXED: {other} was none of our business. Restore it and do {name} instead.
MIXED: I confused the two: undo {other}, then {name} gets that value
MIXED: first put {other} back, then set {name} to what you put there
AFTER: can you squeeze in {what} after {name}?
AFTER: {what} comes next after {name}
AFTER: one line under {name} there should be {what}
AFTER: add a line for {what}, directly below {name}
AFTER: I want another one below {name}: {what}
AFTER: {name} stays where it is and {what} follows it
AFTER: the line after {name} should be {what}, add it
AFTER: somebody forgot {what}, it belongs behind {name}
AFTER: make room below {name} for {what}
AFTER: {what}, please, and put it beneath {name}
BEFORE: can you squeeze in {what} before {name}?
BEFORE: one line over {name} there should be {what}
BEFORE: add a line for {what}, directly above {name}
BEFORE: I want another one above {name}: {what}
BEFORE: make room above {name} for {what}
BEFORE: somebody forgot {what}, it belongs in front of {name}
BEFORE: {what}, please, and put it over {name}
BEFORE: {name} moves one down, above it comes {what}
END: {what} goes to the end of the list
END: at the bottom there should be {what}
END: finish it with {what}
END: let it end with {what}
END: behind everything else, add {what}
END: please append {what}
END: there's a new one: {what}. At the end is fine.
END: I need {what} there too, as the last line
END: new at the bottom: {what}
SWAP: {name} in place of {other} and {other} in place of {name}
SWAP: {name} and {other} are the wrong way round
SWAP: turn {name} and {other} around
SWAP: the order of {name} and {other} bothers me, switch them
SWAP: interchange {name} and {other}, only where they stand
SWAP: I'd rather see {name} and {other} the other way round
SWAP: let {name} and {other} swap lines
SWAP: move {name} and {other} so that each is where the other was
RENAME: {new} sounds better than {name}, rename it
RENAME: what is {name} now shall become {new}, I mean its name
RENAME: the name {name} is misleading, make it {new}
RENAME: from today {name} goes by the name {new}
RENAME: we renamed {name}, it's {new} now
RENAME: give {name} another name: {new}
RENAME: put {new} as the name where it says {name}
RENAME: {name} was a working title, the name is {new}
OUT: disable the line with {name} by making it a comment
OUT: put a comment sign before {name}
OUT: I'd like {name} commented out, not removed
OUT: {name} as a comment, please
OUT: we may need {name} later, so just comment it out
OUT: take {name} out of action, with a comment mark
OUT: hide {name} behind a comment sign
OUT: comment the line for {name}
BACK: I want {name} to be active again, take it out of the comment
BACK: remove the comment from {name}
BACK: {name} is back, so uncomment that line
BACK: the comment sign in front of {name} can go
BACK: somebody commented {name} out, undo that
BACK: {name} was commented out for too long, put it back in
BACK: free {name} from its comment sign
BACK: we use {name} again, so no comment any more
DELETE: the whole line of {name} may go
DELETE: I don't want to see {name} there again, delete it
DELETE: [please |]make {name} disappear
DELETE: we don't have {name} any longer, take that line out
DELETE: {name} is there by mistake, remove it
DELETE: we stopped with {name}, so that line goes
DELETE: can {name} be deleted? Yes, do it.
DELETE: clear {name} away, but nothing else
DELETE: wipe out the line of {name}
DELETE: the others stay, {name} goes
SAME: {name} too, please
SAME: same goes for {name}
SAME: {name} should get that too
SAME: use that for {name} too
SAME: that's also the value for {name}
SAME: put the same at {name}
LIKE: whatever {other} has, {name} should have
LIKE: {name} needs the value that {other} has
LIKE: look what {other} is and use it for {name}
LIKE: I want no difference any more: {name} gets what {other} has
LIKE: {name} has to equal {other}
LIKE: {other} is the model for {name}, same value please
LIKE: can {name} be like {other}?
LIKE: adapt {name} to {other}
DOUBLE: {name} must be doubled
DOUBLE: two times {name}, please, so double it
DOUBLE: increase {name} to twice its value
HALF: {name} must be halved
HALF: reduce {name} to half
HALF: {name} should only be half as big
FLAG: {name} has been {onoff} once, it should be so again. Change it.
FLAG: it would be better with {name} {onoff}
FLAG: somebody forgot to turn {onoff} {name}
FLAG: we want {name} {onoff}, nothing else changes
FLAG: my boss wants {name} {onoff}
FLAG: turn {name} {onoff} for the demo
SPELL: the way {wrong} is spelt makes me cringe, fix it
SPELL: one letter is wrong in {wrong}
SPELL: there's a slip in {wrong}, correct it
SPELL: do you notice anything about {wrong}? Correct it.
SPELL: {wrong} needs correcting
SPELL: my wife found a mistake: {wrong}
SPELL: a reader wrote to us about {wrong}. Fix the typo.
SPELL: {wrong} isn't a word
SPELL: that's no English: {wrong}. Spell it right.
SPELL: typo: {wrong}
RIGHT: someone can't write {right}, correct it
RIGHT: the word should be {right}, there's a typo in it
RIGHT: where {right} is meant, there's a misspelling
RIGHT: it must read {right} and has a slip in it now
RIGHT: please check {right}, one is wrongly spelt
RIGHT: spell {right} correctly, please
BOTH: {wrong} is how we have it, {right} would be correct
BOTH: replace the misspelt {wrong} with {right}
BOTH: I typed {wrong} and meant {right}
BOTH: spell it {right} instead of {wrong}
NUMBER: I see a typo in line {line}
NUMBER: one word in line {line} has a wrong letter, correct it
NUMBER: in line {line} a word is spelt badly, mend it
NUMBER: line {line}, spelling
NUMBER: please proofread line {line} and correct the word that's wrong
DONE: {person} says {object} is {past}
DONE: put a mark at {gerund} {object}
DONE: no more {gerund} {object}, that's done
DONE: yes, I {did} {object}
DONE: {gerund} {object} can be ticked
UNDONE: {person} says {object} was never {past}
UNDONE: I only thought I had {past} {object}
UNDONE: {gerund} {object} didn't work out, mark it as open
UNDONE: remove the tick from {gerund} {object}
UNDONE: I wish {object} were {past}, but no. Open it again.
PHONE: here is the new number of {name}: {new}
PHONE: {name} got a new phone, {new}
PHONE: please note {new} for {name}
GRAMS: the recipe says {new} of {name}
GRAMS: weigh {new} of {name} instead
GRAMS: {new} of {name} this time
COUNT: stock of {name}: {new}
COUNT: the shelf has {new} of {name}
WHERE: please edit {file}:
WHERE: go to {file}.
WHERE: take {file}.
WHERE: we have {file} here.
WHERE: concerning {file}:
WHERE: my file is {file}.
WHERE: about {file}:
WHERE: see {file}?
WHERE: let's do {file}.
THERE: The file for that is {file}.
THERE: This concerns {file}.
THERE: Look into {file}.
THERE: It stands in {file}.
THERE: You will find it in {file}.
THERE: Please edit {file}.
"""
PHRASES: dict[str, list[str]] = {}
for _line in _TEXT.strip().split("\n"):
    _kind, _, _sentence = _line.partition(": ")
    PHRASES.setdefault(_kind, []).append(_sentence)
