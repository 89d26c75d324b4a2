"""How people ask for one change in several files; a sentence a line, one that starts with `=` takes no lead-in."""

from __future__ import annotations

from tools.pocket.tell import rows

VALUE_ALL = rows("""
=the {what} moved from {old} to {new}, and I fear that more than one file still has the old one; put that right
=our {what} is no longer {old} but {new}. Every file that mentions it has to follow
=since this morning the {what} is {new}. Wherever you meet {old}, it's out of date
=somebody gave us {new} as the {what}; {old} can go from every file here
=I got a new {what}, {new}. {old} must not be left anywhere in this folder
=the {what} {old} is history, it's {new} from today on, in all files please
=we're switching the {what}: {old} out, {new} in, all over the folder
=could you hunt down each {old} in here? The {what} is {new} these days
=would you see to it that no file has the {what} {old} any more? The right one is {new}
=can you swap {old} for {new} in whatever files have it? It's the {what}
=I'm not sure which files have the {what} {old}, but all of them should say {new}
=no idea where it is written down, but the {what} {old} has to become {new} throughout
=please go after {old} in the whole folder, that {what} is wrong, {new} is correct
={what}: {new} everywhere in place of {old}
=new {what} {new}, old one was {old}, all files
=all over the place it still says {old} for the {what}, make that {new}
=it turns out that the {what} was never {old}. Write {new} wherever it occurs
=my colleague noticed that we still use {old} as {what}; it should read {new} in each file
=the provider told me to use {new} as the {what}. That means {old} has to disappear from our files
=as of Monday {old} doesn't work as the {what} any longer, {new} does. Adapt all the files, please
=a customer stumbled over the wrong {what}: {old}. Make it {new} in every place
=the {what} has a mistake in it, {old} where {new} was meant, and it was copied to several files
=whoever wrote {old} got the {what} wrong. It's {new}. Mend all files that are affected
=for the release the {what} has to be {new} in every file that has {old} at the moment
=from {old} to {new}: that's the {what}, and it stands in more than one file
=don't leave any {old} behind, the {what} is {new}
=when you find the {what} {old} in a file, turn it into {new}; do so for all of them
=they changed the {what} on us again, this time from {old} to {new}, so all files want updating
=I would like to have {new} as the {what} in all files where we have {old} today
=is {old} still around as the {what}? If so, replace it by {new} in each of the files
change the {what} from {old} to {new} in every file of this folder
change the {what} {old} to {new} across the folder
update the {what} all over the folder, it was {old} and is {new}
replace the {what} {old} by {new} in each file that has it
set the {what} to {new} wherever it is {old}
put {new} in the place of {old} throughout, it is the {what}
search all files for the {what} {old} and make it {new}
look for {old} in the files and write {new} instead, that is our {what} now
find every file with the {what} {old} and give it {new}
make {new} the {what} in all the files where {old} stands
correct the {what} in the whole folder: {new}, not {old}
bring all files to the {what} {new}; they have {old}
move everything that uses the {what} {old} over to {new}
exchange {old} for {new} in all files, the {what} has changed
go through the folder and change the {what} {old} into {new} each time
see where the {what} {old} is used and put {new} there
=[sorry|oh|hm], the {what} I gave you is no good: {old} should have been {new}, and I'm afraid [it's|it is] in several files
=the [admin|landlord|boss|supplier] wrote: {what} is {new} now. So [no file|nothing] should keep {old}
=after the move we have {new} as the {what}; every [file|place] with {old} is wrong by now
=it took me an hour to see that the {what} {old} doesn't work. {new} does. All [files|of them], please
=we're done with {old}. The {what} is {new}, and I'd like that to be so [in every file|all over]
={old} as the {what}? That was last year. Put {new} [wherever you find it|in each place]
=the {what} changes [today|tonight|tomorrow], {new} after {old}. Prepare all the files, please
=all our files still carry the {what} {old}, but what we need is {new}
=I have to change the {what} [once more|again]. {new} instead of {old}, [each file|all files] that [has|have] it
=there must not be two of them: the {what} is {new}, and {old} has to vanish from the folder
=my [brother|sister|friend|aunt] typed {old} for the {what}, which should be {new}. He did it in more than one file
=how many files have {old} as the {what}? In all of those it should be {new}
=if a file says {old}, it's about the {what}, and that is {new} from now on
=here's the new {what}: {new}. Will you replace {old} by it, [everywhere|file by file]?
=you can forget the {what} {old}. [Our files|They all] should have {new}
=let me know [that|when] no file has {old} any more; the {what} to put there is {new}
hunt for the {what} {old} in this folder and set it to {new} in every file
bring the {what} up to date in all files, {new} for {old}
renew the {what} in all the files here, so {old} becomes {new}
get all the files from {old} to {new}, it is the {what} that changed
fix the {what} in whatever file has it wrong ({old}, should be {new})
let the {what} be {new} in all places that have {old}
drop {old} as the {what} and use {new} in every one of the files
alter the {what} in the files: {old} was right once, {new} is right now
""")

NAME_ALL = rows("""
={old} calls itself {new} now. Could all our texts do so, too?
={old} has become {new}, so let every page say that
=the {what} isn't {old} any more, it's {new}; please mend each file that has the old one
=we are not {old} any longer! It's {new} from now on, in every text
=it's {new} and not {old}, wherever it is written
=I always mix up {old} and {new}. The second is right, so correct all the files
=my wife saw that we wrote {old} in some places where it must be {new}. Can you find and fix them all?
=the boss decided that {old} will be {new}. All of our files have to go along
=people know it as {new}, hardly as {old}, so use that in everything we hand out
=after a long talk we took {new} as the {what}. Nothing should say {old} after this
=there are a few places left with {old}, and all of them should have {new}
=they sent us a letter: {old} is named {new} since spring. Change our files accordingly
=would you go over all files and put {new} where there is {old}?
=could you get rid of {old} in the texts? The {what} is {new}
=can you see where {old} is mentioned and write {new} there instead
=I don't know in how many files {old} occurs, but it should be {new} in each
=oh dear, I wrote {old} all over the place and meant {new}
=instead of {old} I want to read {new}, whatever the file
={old} → {new}, all files
={new} for {old}, everywhere please
=for every {old} that you find, {new}
=new {what}: {new} (so far {old}). Everything in this folder ought to have it
=the {what} was {old}, the {what} is {new}. You know what to do with the files
=next year's {what} will be {new}, so please exchange {old} in all that we have here
=we lost a bet and {old} is {new} now. Yes, in all files
=please make sure that nobody can find {old} in here, only {new}
=I'd be glad if each {old} in these files were turned into {new}
=who still writes {old}? It's {new}. Clean up the whole folder
=everything about {old} is really about {new}; change the {what} throughout
=we had to give up the {what} {old}, and {new} is what the lawyers allow. All files, please
rename {old} to {new} in all our texts
rename {old}, it's {new} from today, and don't forget a single file
replace the {what} {old} by {new} in all the texts here
write {new} where our files say {old}
write {new} instead of {old} throughout the folder
turn {old} into {new} in every text of this folder
let {old} be {new} in all pages and lists
find {old} in these files and put {new} there
swap {old} for {new} in all documents
swap the {what} {old} for {new} wherever it comes up
search for {old} and change it to {new} in each of the files
exchange the {what} in all of the files: {old} goes, {new} comes
use {new} in place of {old} in the whole folder
have all files say {new} and none {old}
correct {old} to {new} all over, I got the {what} wrong
take {old} out of all files and put {new} in instead
=we have [a new name|another name]: {new}. What was {old} should be that in [all|each] of our texts
=[hello|good morning], {old} has got a new name, {new}. I need that in each file, please
=it says {old} on our papers, and the court insists on {new}. All of them, please
=my [mother|nephew|teacher] says that {old} is spelled {new}. Check all the files for that, please
=the {what} had to be changed, {new} after {old}, because somebody else had it first
=everybody laughs at {old}, so from today it's {new}, all over the place
=it was {old} for ten years and it's {new} now. Do all the files
=our designer painted {new} on the wall, so {old} has to go from the texts as well
=in the end we chose {new}. Put it where {old} is, whichever file that may be
=you won't believe it, but {old} was sold and is {new} now. Every page has to say so
=all mentions of {old} ought to be mentions of {new}
=let's see: {old} is out, {new} is in, so go through the files
=once more about the {what}: I want {new}, and nowhere {old}
=the sign on the door says {new}, our files say {old}. Guess which is right: the door. Adapt the files
=do you find {old} in the files? Then make it {new}, please
=how often does it say {old}? Make all of that {new}
give {old} the new name {new} in every file we have
put {new} wherever one reads {old}
change all the {old} in here to {new}
spell it {new} in every file, not {old}
fix the {what} in all the texts: {old} is wrong, {new} is right
see to it that {new} stands where {old} stood, in each file
print {new} on everything that says {old}, I mean in the files
""")

PERSON_ALL = rows("""
={old} has left us, and {new} does the work now. Please put that name into all files
={old} is gone, {new} took over. Everything in the folder should name the new one
=it is no longer {old} who looks after this, it's {new}; say so in each file
=from next week {new} is in the place of {old}, so all the texts have to change
=somebody misheard the name: not {old} but {new}. It must be wrong in more than one file
=I called my colleague {old} all along, and the name is {new}! Mend that in every text, quickly
=people still ask for {old} when it's {new} they should ask for. Change whatever file says so
={new} instead of {old}, in all papers please
={new} stands in for {old}. That goes for all files
={old} retired on Friday. Where the files name {old}, let them name {new}
={old} swapped duties with {new}, wherever we wrote the name it has to be the other
=could you make {new} of {old} in all files? I got the person wrong
=would you put {new} where it says {old}, in each of the texts?
=can all our papers name {new}, not {old}?
=don't let anybody be sent to {old} any more, {new} is the one, in every file
=my neighbour {old} is called {new} since the wedding; all these files should know
replace {old} by {new} in all that we have here, it's somebody else now
write {new} for {old} in each file, the person has changed
put the name {new} in wherever {old} is named
take {old} off all the papers and put {new} on them
find where {old} is named and write {new}
change the name {old} to {new} in every text of ours
=please note that {new} has the job of {old} now; I want that in all the files
=we said goodbye to {old} yesterday and hello to {new}. Now the files should do the same
=all letters still name {old}. It's {new} who should be named there, and anywhere else
=I don't want to read {old} any more, as {new} is responsible. Every file, please
=no, {old} isn't right, {new} is. Would you look through all the files?
=they swapped shifts, so {new} has to be written where {old} is, all files
=how often is {old} named in here? It has to be {new} each time
correct the name in all our files, {new} and not {old}
let all files name {new} instead of {old}
swap {old} for {new} in all the papers, the job went to somebody else
""")

TOWN_ALL = rows("""
=we moved from {old} to {new}, which none of our files know yet
=it all takes place in {new}, not in {old}. Every file should say that
=not {old}, {new}! Wherever the town is named
=the hall in {old} was flooded, so we go to {new}; change all of the papers
=our office is in {new} from May on. {old} has to go from the files
=the meeting was shifted from {old} to {new}. I think several files have to be changed
=could you put {new} where the files say {old}? We had to find another place
=would you let every text say {new} rather than {old}?
=my sister says we don't meet in {old} but in {new}. All files, please
={new} for {old}, that's the place, in each file
=nobody should travel to {old} because of us: it's {new}, in all texts
=instead of {old} the place is {new}. I need that in everything we hand out
=all these papers send people to {old}; they should be sent to {new}
change {old} into {new} wherever the place is mentioned
replace {old} by {new} as our town, in whatever files
move us from {old} to {new} in all the texts
swap the town {old} for {new} in each file
write {new} as the place in every file that has {old}
correct the place in all of the files, {new} and no longer {old}
=they closed the house in {old}. Everything moves to {new}, so correct each file
=I wrote {old} for the place in all of these, and it's {new}
=no more {old} for us, we are in {new} now. Would you adapt the texts?
=it was meant to be in {old}, but it will be in {new}. The files must be changed, all of them
=please send nobody to {old} any more, it's {new} in every file
={old} is too far for most of us, so we took {new}. Change whatever file names the place
=could the files name {new} instead of {old}? All of them, I mean
put {new} in all the files where they name {old}
let the place be {new} in each text that says {old}
""")

CODE_ALL = rows("""
=the {what} {old} has a silly name, I'd rather call it {new}, with all its uses
=I want {old} to be named {new} in the definition and in all places that use it
=could the {what} {old} be {new} from now on? Mind those that use it
=would you give the {what} {old} the name {new}, and adapt everything that refers to it?
=can you rename {old} properly, so in all files? It shall be {new}
=nobody understands what {old} means; {new} says it better. Rename it with all its uses
=in review they asked me to call the {what} {new} instead of {old}, all through the code
=our naming rules want {new} for the {what} {old}; everything that uses it has to go along
={old} clashes with something in a library, so it must be {new} all through our code
=the {what} {old} gets the name {new}; nothing may still refer to the old one
={old} → {new}, definition plus uses
={new} is a better name for the {what} {old}. Do the rename in each file where it comes up
=I chose {old} in a hurry. Make it {new}, not only where it is defined
=don't forget the files that use it: {old} shall be called {new}
=everything that says {old} should say {new}, but the rest of the code stays
=refactoring: {what} {old} becomes {new}
=our docs call the {what} {new}, our code calls it {old}. Let the code follow
=let's call it {new}: the {what} {old}, I mean, in every file
=what was {old} is {new}, wherever it is defined or used
=I'd like to have a different name for {old}, namely {new}, in the whole project
rename the {what} {old} to {new}, with everything that uses it
rename {old} to {new} across the project
rename {old} in the code to {new} and leave names alone that only look like it
give {old} the name {new} in all of the code
give the {what} {old} another name, {new}, in each place
change the name of the {what} from {old} to {new}, uses included
call the {what} {new} and no longer {old}, and fix the files that use it
use the name {new} for the {what} {old} in the whole code base
turn the name {old} into {new} in each file of the project
replace the name {old} by {new} where it's defined and where it's used
find out who uses {old} and rename it to {new} there and in its definition
search for the {what} {old} and rename it to {new} in all files
make {new} out of {old}, in every file that knows it
move the code from the name {old} to the name {new}, all of it
refactor {old} into {new}, it's only the name that changes
=the linter [complains|moans] about {old}; {new} would please it. Change it in [every file|all files]
=I can't remember what {old} does. With the name {new} I could, so rename it wherever it's known
=we have {new} in the other project, so {old} should be called that here, too, in each file
=what a name, {old}! Make it {new}, and let nothing break
=the {what} {old} is to be {new}; whoever calls it must be changed with it
=somebody wants {old} to be {new} all over the sources
=please take the name {new} for what is called {old} now, in all sources
=one rename, please, but everywhere: {old} → {new}
=there's {old} in the code, a {what}. I would like to see it as {new} in every file
=my tutor thinks {new} is clearer than {old}. Change the {what} in all of the code
=a rename for you, {old} to {new}; mind that there are names which only begin or end like it
=as the {what} {old} does something else by now, call it {new}, in each file
=the others know it as {new}, we call it {old}. Ours has to change, everywhere
=can we have {new} instead of {old}? It's a {what} and used in a few files
=is it much work to name the {what} {new}? It's {old} now, in several files
=let all the files use the name {new} for what they call {old}
carry the new name {new} of the {what} {old} into all files
swap the name {old} for {new} in all the sources
name the {what} {new} in every source file that says {old}
update the code from {old} to {new} and let longer names be
put the name {new} wherever the {what} {old} is meant
fix the name of the {what} in all files, it's {new} and not {old}
replace each {old} in the sources, it will be {new}
""")

KEY_ALL = rows("""
=the key {old} gets another name, {new}, in all the files that have or read it
=I'd like the key {old} to be called {new}, and of course whatever reads it must know
={old} should be {new}, the name of it, not what it says. All files
=key {old} → {new}, all files
=could the key {old} be named {new} all over the folder?
=would you rename the key {old}? {new} is what the others expect, so do it in each file
=our partners expect {new} where we have {old} as a key. Please change it in every file
={new} is the right name for {old}; what it holds doesn't change, the files all have to
=no file should use the key {old} any more, it's {new}
=the entry {old} is misnamed in all of these files, {new} would be honest
=somebody has to rename {old}, and that's you: {new}, wherever the key is found
=in all of these files {old} has to be spelled {new}, the rest of the lines is fine
rename the key {old} to {new} in every file here
rename the entry {old} to {new} all over the folder, values untouched
change the key {old} into {new}, both where it's stored and where it's read
give the key {old} the name {new}, in whichever files it comes up
replace the key {old} by {new} in all of the files
search for the key {old} and call it {new} in each file
use {new} as the key instead of {old} throughout
call {old} {new} in all the files, what it is set to stays
=the schema says {new}, our files say {old}. Make the key match in [all|each] of them
=I misread the manual, the key isn't {old} but {new}, in all of these files
=whatever file has the key {old}, it has to be {new} there
=[new|another] name for a key: {old} will be {new}, [in all the files|everywhere]
=I can't stand {old} as the name of a key, let it be {new} in every file
=the values are fine, but one key is not: {old} ought to be {new}, file by file
=our database has {new} for what the files here call {old}. Let all of them use that
=is there a file with the key {old}? [Then|If so] it should be {new} there, for all such files
=someone named it {old}, we say {new}. Please change that key in each file
=my boss wants the key {old} renamed to {new} [by noon|today], wherever it occurs
swap the key {old} for {new}, in every file that has it
update all the files so that {old} is called {new}, I mean the key
turn the key {old} into {new} across these files
find the key {old} in the files and make it {new} each time
spell the key {new} instead of {old}, in all files
""")

TWIN = rows("""
=the {what} goes from {old} to {new} in every file, but the {other} is {old} as well and has to stay
=careful, {old} is both the {what} and the {other}: make only the {what} {new}, in all files
=change the {what} to {new} where it's {old}; leave the {other} at {old}
=I need {new} as the {what} in all files. The {other} happens to be {old}, too, don't touch that
=all files: {what} {new} instead of {old}. {other} stays {old}
=the {what} {old} is out of date, so {new} in each file; the {other} is the same, but that is fine
=could you change the {what} everywhere from {old} to {new}, but not the {other}, though that's {old} as well?
=would you set the {what} to {new} in all files that have {old}? Keep your hands off the {other}, please
=not each {old} is wrong: the {what} must become {new}, the {other} keeps its value
=we raised the {what}, so where it's {old} it's {new} now; nobody has changed the {other}
=only the {what}, not the {other}: {old} to {new}, in whichever files have it
=there are two things with {old}. I mean the {what}, it has to be {new}, wherever it occurs
=mind the {other}! It is {old} and remains so. But the {what} should change from {old} to {new} all over
set the {what} from {old} to {new} in the whole folder, without changing the {other}
change the {what} (and not the {other}) from {old} to {new}, in each file
replace {old} by {new} in all files as far as it is the {what}; the {other} is something else
search for {old}, and where it's the {what}, write {new}; where it's the {other}, leave it
make the {what} {new} in all files with {old} and let the {other} be
find all files where the {what} is {old} and give them {new}, the {other} isn't meant
=the {what} isn't {old} any longer but {new}, in all files. What else is {old}, the {other} I mean, must not change
=two things are {old} here, the {what} and the {other}. It's the {what} that should be {new}, in every file
=please see that the {what} becomes {new} in each file with {old}, while the {other} stays as it is
=I don't want the {other} changed! But the {what} has to go from {old} to {new} all over
=my colleague once changed the {other} by mistake, as it is {old} as well. What should be {new} is the {what}, in all files
=in all files the {what} has to be {new}. It's {old} now, as is the {other}, which is right
=can the {what} be {new} where it's {old}? The {other} has the same value and is to keep it
={what}: {old} → {new}, all files, {other} as before
update the {what}, not the {other}, in all files: {new} instead of {old}
put {new} wherever {old} is the {what}, and keep {old} where it's the {other}
raise or lower nothing but the {what}, from {old} to {new}, in every file; the {other} has {old} too, and keeps it
""")

LONGER = rows("""
={old} is {new} now in all files; {longer} has nothing to do with it
=rename {old} to {new} all over the folder, but mind that {longer} stays as it is
=each {old} should be {new}. Not {longer}, of course
=I want {new} instead of {old} in the files. {longer} only looks similar, leave it
={old} must go, write {new}; {longer} may stay
={old} → {new} throughout, {longer} isn't affected
=could you put {new} for {old} into every file, without breaking {longer}?
=would you replace {old} by {new}, as a whole word only, since {longer} has to stay?
=please change {old} into {new} wherever it stands alone; {longer} is another thing
=last time somebody ruined {longer} when he changed {old}. Make it {new} in all files, but carefully
=we say {new} and no longer {old}, though {longer} keeps its name
=whole words only: {new} for {old} in every file, {longer} is right
change {old} to {new} in all files but not the {old} in {longer}
replace {old} by {new} in the folder and keep {longer} untouched
turn {old} into {new} all over, {longer} excepted
search for {old} and make it {new}; what says {longer} is fine
find each {old} that isn't {longer} and put {new} there
swap {old} for {new} in every file and don't be fooled by {longer}
=you'll find {longer} as well, which is right. But {old} alone should be {new} in all files
=beware of {longer}! What I want changed is {old}, to {new}, in each file
={old} on its own becomes {new}, all files. {longer} isn't the same thing
=there is {old} and there is {longer}. Only the first should be {new}, in every file
=please make {old} {new} all over. If it's {longer}, hands off
=my last attempt turned {longer} into rubbish. Can you change {old} to {new} in the files and do it right?
=all {old} to {new}, please, yet {longer} is to remain
change each lone {old} to {new} in the files, and never {longer}
put {new} in the place of {old} all over, only {longer} is not to be changed
rename {old} to {new} wherever it occurs, {longer} being something else
""")

EXCEPT = rows("""
={old} becomes {new} in all files except {file}, which must stay as it is
=all but {file} should have {new} in place of {old}
=hands off {file}, but in the other files {old} has to be {new}
={file} is already printed, so leave that; everywhere else {old} shall be {new}
=I signed {file}, so it can't be altered. The rest should read {new} instead of {old}
=please don't touch {file}. In whatever else has {old}, write {new}
=could you make {old} {new} in every file apart from {file}?
=would you change {old} to {new}, only not in {file}? That one is kept for the record
=we keep {file} the way it is. All the others get {new} instead of {old}
={new} instead of {old}, in everything but {file}
=except for {file}, no file should have {old} any more: {new} is right
=my colleague is busy with {file}, so skip it and change {old} to {new} in the rest
=the old {old} is fine in {file}, but nowhere else: there it has to be {new}
={file} may keep {old}, all other files need {new}
replace {old} by {new} in the whole folder, sparing {file}
change {old} to {new} in the files that have it, with the exception of {file}
search for {old} and put {new} there, unless it is in {file}
write {new} for {old} everywhere except in {file}
leave {file} alone and change {old} to {new} in the other files
update {old} to {new} in all files other than {file}
=there's one file I don't want changed, {file}. The others should say {new} where they say {old}
=I need {new} for {old} in the files, but {file} is under lock and key
={file} shows how it was, so it keeps {old}. The others must have {new}
=can you put {new} in place of {old}, and not in {file}?
=please make {old} {new} wherever it is, as long as that's not {file}
=somebody is still waiting for {file} with {old} in it. All other files should have {new} already
={file} stays, all others: {old} → {new}
=you may change every file but {file}, from {old} to {new}
=the lawyer looks after {file}, you after the rest: {new} for {old}
swap {old} for {new} in each file, only {file} is not to be changed
put {new} where {old} is in every file save {file}
turn {old} into {new} all over, but keep {file} the way it is
""")

NAMED_OLD = rows("""
=in {files} it should say {new} rather than {old}
={files} still have {old}, and {new} is what they need
=I found {old} in {files}. It has to be {new}
={old} is wrong in {files}, right would be {new}
=for {files}: {new} in place of {old}
=could you go to {files} and make {new} of {old}?
=would you fix {old} in {files}? It's {new}
=can you write {new} where {files} say {old}
=only {files} matter: {old} → {new}
={old} → {new} in {files}
=there's a mistake in {files}: {old} instead of {new}
=we use {new}, not {old}. As far as I remember it's in {files}
=my daughter read {files} and says that {old} must be {new}
=the thing to change in {files} is {old}, it will be {new}
=nobody told me about {new} when I wrote {old} in {files}, please repair that
=somebody else takes care of the other files; you make {old} {new} in {files}
=if you have a minute: {files}, {new} for {old}
=let {files} have {new}, they say {old} at present
replace {old} by {new} in {files}
change {old} into {new} in {files}, nowhere else
swap {old} for {new} in {files}
turn {old} into {new}, I mean in {files}
write {new} instead of {old} in {files}
put {new} where {old} is in {files}
take {files} and change {old} there to {new}
open {files} and replace {old} with {new}
correct {old} in {files}, it should read {new}
rename {old} to {new} in {files}
exchange {old} in {files}, the new one is {new}
go through {files} and make each {old} {new}
=[look|see], {files} have {old}, which is wrong. {new}, please
=for the time being only {files} should go from {old} to {new}
=the ones to change are {files}: {new} has to stand where {old} stands
=I've already changed the others. {files} still need {new} instead of {old}
=my [uncle|cousin|colleague] wants {new}, not {old}, in {files}
=would {new} be possible instead of {old}? I only mean {files}
=as {old} is no longer right, {files} should say {new}
=what do {files} say, {old}? It should be {new}
=I must have slept when I wrote {old}. It's {new}, so correct {files}
=whatever is about {old} in {files} is about {new} from now on
=in {files}, please: {old} becomes {new}
={new}! Not {old}! Please correct {files}
=somewhere in {files} there is {old}, but it's {new} that I want
=a reader found {old} in {files}, and of course it has to be {new}
=only two or three files have it, namely {files}: {old}, to be replaced by {new}
=we may leave the rest, but {files} must go from {old} to {new}
={old} was a slip of mine. {files} should have {new}
fix {files}: {old} has to be {new}
make it {new} instead of {old} in {files}
update {files} from {old} to {new}
look at {files} and put {new} where you find {old}
alter {old} in {files} to {new}
edit {files} so that {old} is {new}
let {new} stand for {old} in {files}
""")

NAMED_SET = rows("""
=the {what} in {files} should be {new}
={files} need another {what}, namely {new}
=I want {new} as the {what} in {files}
=for {files} the {what} is {new} from now on
={what} {new} in {files}, please
={files}: {what} {new}
=the {what} that {files} have isn't right. Make it {new}
=could you put {new} as the {what} into {files}?
=would you see that {files} get {new} as their {what}?
=can the {what} be {new} in {files}
=we decided on {new} for the {what}, and it's {files} that have to know
=our host says that {new} is the best {what}. That concerns {files}
=next thing, the {what}: {new}, in {files}
=and the {what}? It has to be {new} in {files}
=I talked to the others and the {what} will be {new}. {files} must be changed for that
=somebody set the {what} to nonsense in {files}, it ought to be {new}
=as to the {what}, {new} is correct; look at {files}
=the {what} is not up to date in {files}. {new} is the current one
=if {files} don't have {new} as the {what}, give it to them
set the {what} to {new} in {files}
set the {what} in {files} to {new} and nothing else
change the {what} to {new}, and do it in {files}
give {files} {new} as the {what}
use {new} as {what} in {files}
make the {what} {new} in {files}
make {new} the {what} of {files}
update the {what} in {files} to {new}
adjust {files}: their {what} is {new}
put the {what} of {files} to {new}
switch {files} to the {what} {new}
write {new} as the {what} into {files}
fix the {what} in {files}, it's {new}
=what I want in {files} is {new} as the {what}
=I [just|only] learned that the {what} is {new}. It has to be put into {files}
=somehow {files} got the wrong {what}, so please put {new} there
=the {what} must be {new}, or it won't work. The files are {files}
=our [teacher|boss|client|landlady] asked for {new} as the {what}; {files} are what he looks at
=how about {new} as the {what} in {files}? Yes, let's do that
=would you enter {new} as the {what} in {files}, please?
=whatever the {what} is in {files}, it has to be {new}
=the {what} of {files} is to be {new}, the rest stays
=then there is the {what}, where {files} should say {new}
=please look at the {what} in {files}: it's not {new} yet, and should be
=I have a new {what} for {files}, it's {new}
=one more thing about {files}: their {what} is {new}
=according to the letter the {what} is {new}. I need that in {files}
=after all the {what} was changed to {new}, and {files} don't know it yet
=[hm|well], the {what} in {files} ... let me think ... {new}
=it's the {what} this time: {new}, for {files}
edit the {what} in {files}, it should be {new}
replace the {what} in {files} by {new}
enter {new} for the {what} in {files}
take {new} as the {what} in {files}
let the {what} be {new} in {files}
correct the {what} of {files}, {new} is the right one
change what {files} have as the {what} to {new}
""")

NAMED_KEY = rows("""
=the setting {old} shall be named {new} in {files}; its value stays
=in {files} the key {old} is called {new} from now on
=I'd like {old} to be {new} in {files}, the name of the setting I mean, not what it's set to
={files}: key {old} → {new}
=the new program reads {new} where the old one read {old}; {files} have to have that name
=could you rename the key {old} in {files}? {new} would be good
=would you call {old} {new} in {files} and keep the values?
=keep the value, but {old} must be written {new} in {files}
=nobody knows {old} any more, the name is {new}. Fix the key in {files}
=since version two the option {old} is named {new}, which means work in {files}
=only the name, please: {old} has to be {new} in {files}
rename the key {old} to {new} in {files}
rename the setting {old} in {files}, it is {new}
change the name of {old} to {new} in {files}, not the value
call the entry {old} {new} instead, in {files}
give the entry {old} in {files} the name {new}
use {new} as the key in {files} where it's {old}
let {old} have the name {new} in {files}
=what is called {old} in {files} should be called {new}
=[the|our] parser wants {new} for {old}, so rename that key in {files}
=I'd call it {new}, not {old}; the name of the setting in {files}, I mean
=in {files} there's a setting {old}, which has to have the name {new}
=would {new} be a better name than {old}? I think so, please rename it in {files}
=no new value, only a new name: {old} is {new} in {files}
=my colleague expects {new} and finds {old} in {files}. Rename that key for him
=the name {old} will be forbidden, so the key must be {new} in {files}
replace the key {old} by {new} in {files}
turn the key {old} of {files} into {new}
name the setting {new} and not {old} in {files}
swap the name {old} for {new} in {files}, it's a key
correct the key {old} in {files}, the right name is {new}
""")

COPY = rows("""
={f2} should have the same {what} as {f1}
=the {what} in {f2} has to be the one from {f1}
={f1} is right about the {what}, {f2} isn't. Make them agree
=whatever {f1} has as the {what}, {f2} should have it, too
=I set the {what} in {f1} and forgot {f2}, do that for me
=they don't go together: {f2} must have the {what} of {f1}
=could you bring {f2} in line with {f1} as to the {what}?
=would you take the {what} from {f1} and put it into {f2}?
=can {f2} get the {what} that {f1} has
=it only works if the {what} is the same, and {f1} has the good one, so mend {f2}
=trust {f1} and correct the {what} in {f2}
=the {what} of {f2} is out of date, look at {f1} for the one that counts
=my friend says that {f1} and {f2} differ in the {what}. {f1} is to be followed
set the {what} in {f2} to what it is in {f1}
copy the {what} from {f1} over to {f2}
make the {what} in {f2} equal to that in {f1}
take over the {what} of {f1} in {f2}
let {f2} use the {what} of {f1}
adapt {f2} to {f1}, only for the {what}
change {f2} so that its {what} is that of {f1}
=one of them is wrong about the {what}: {f2}. Take what {f1} says
=please look up the {what} in {f1} and see that {f2} has it as well
=I want one {what} for both, the one that {f1} has. So change {f2}
=the {what} in {f1} was checked by the boss, so {f2} has to follow it
=what {f1} says about the {what} is the truth, so correct {f2}
=I changed the {what} in {f1} yesterday. Would you change it in {f2} as well?
=both should have the {what} that is in {f1} now, and {f2} doesn't
=that {f2} has another {what} than {f1} is a mistake, and the mistake is in {f2}
=somebody forgot {f2} when he changed the {what} in {f1}
use the {what} from {f1} in {f2} as well
put the {what} of {f1} into {f2}
bring the {what} of {f1} over into {f2}
correct the {what} in {f2}, {f1} has the right one
match the {what} in {f2} with {f1}
""")

APART = rows("""
=the {what} is {n1} in {f1} and {n2} in {f2} from now on
=I want {n1} for {f1} and {n2} for {f2} as the {what}
={what}: {n1} ({f1}), {n2} ({f2})
={f1} gets the {what} {n1}, {f2} gets {n2}
=not the same for both: {n1} is the {what} in {f1}, in {f2} it's {n2}
=could the {what} be {n1} in {f1} but {n2} in {f2}?
=would you make the {what} {n1} in {f1} and {n2} in {f2}?
=we found that {n1} is a good {what} for {f1}, while {f2} needs {n2}
=different values for the {what}, please: {f1} with {n1}, {f2} with {n2}
=it was decided today. {what} in {f1}: {n1}. In {f2}: {n2}
=as for the {what}, {f1} has to say {n1}, and {f2} {n2}
=in {f1} the {what} should read {n1}, whereas {f2} should have {n2}
set the {what} in {f1} to {n1} and in {f2} to {n2}
change the {what} in two files: {n1} in {f1}, {n2} in {f2}
give {f1} {n1} and {f2} {n2} as the {what}
update the {what}, {f1} to {n1} and {f2} to {n2}
put {n1} as the {what} into {f1} and {n2} into {f2}
make it {n1} in {f1} and {n2} in {f2}, the {what} I mean
=there's a different {what} for each: {f1} has {n1}, {f2} has {n2}, or should have
=my list says {n1} for {f1} and {n2} for {f2}. It's the {what}, please put it in
=please let {f1} say {n1} and {f2} say {n2}, as far as the {what} is concerned
=two values for you, both are the {what}: {n1} goes into {f1}, {n2} into {f2}
=I'd like the {what} to be {n1} in {f1}; in {f2} it should be {n2}
=the {what} again. {f1}: {n1}, {f2}: {n2}
=can {f1} have {n1} as the {what}, and {f2} have {n2}?
=we split it, so the {what} is {n1} in {f1} from today, and {n2} in {f2}
write {n1} into {f1} and {n2} into {f2} for the {what}
let the {what} be {n1} in {f1} and {n2} in {f2}
correct the {what}: {n1} belongs into {f1}, {n2} into {f2}
fill in the {what}, {n1} for {f1} and {n2} for {f2}
""")

MOVE = rows("""
=the file {old} should be called {new}, and whatever mentions it must say so
=I'd like to have {old} under the name {new}. Some files mention it, they have to follow
={old} is a bad name for a file, take {new}; don't let any mention of it go stale
=could you rename the file {old} to {new} and fix all mentions of it?
=would you move {old} to {new}? Some of the others point at it, so correct them as well
=can {old} be {new}, with all that refers to it
=file {old} → {new}, mentions included
=we name files differently now: {old} has to be {new}, also where it's mentioned
=I need {old} renamed to {new}, but nothing may break that refers to it
=please see who mentions the file {old}, then call it {new} and correct those
rename the file {old} to {new} and correct every file that mentions it
rename {old} to {new}, plus all references
move {old} to {new} and adapt the files where it is mentioned
give the file {old} the name {new}, and change the places that refer to it
call the file {old} {new} from now on and update what points to it
find out which files mention {old}, rename it to {new} and mend them
=our files should have nicer names. Begin with {old}, which becomes {new}, with every mention of it
=I can't find anything with names like {old}. Call it {new}, and tell the files that mention it
={new} is a better name than {old} for that file. Mentions of it must not be forgotten
=somebody else has a file {old}, so ours must be {new}; other files mention it
=would {new} be all right as the name for {old}? Then rename it, also where it's mentioned
=the file is still called {old}, but everybody says {new}. Rename it and correct what mentions it
=if I rename {old} to {new} myself, the others won't find it, so please do it with all its mentions
change the file's name from {old} to {new}, and everything that leads to it
rename the file {old}, new name {new}, so that no mention is wrong afterwards
put {old} under the name {new} and let the other files know
""")

MODULE = rows("""
=the module {old} should be called {new}, so rename its file and mend the imports
=I'd like the module {old} to be {new}: file, imports, and whatever else names it
=we have another {old} in the office, so our module must become {new}
=could you rename the module {old} to {new}, with the file and all its uses?
=would you call the module {new} and not {old}? Don't forget the files that import it
=can the module {old} be {new}, please, wherever it is imported
=module {old} → {new}: move the file and adapt who imports it
={new} is a better name for the module {old}. Its file has to move, too
=nobody guesses what is in {old}, {new} would be clear. Rename that module properly
=there is a package named {old} already, which is why our module needs the name {new}
=the module is {new} from today on. Everything that imports {old} has to follow, and so has its file
=first move {old} to {new}, I mean the module, then correct the files that use it
rename the module {old} to {new} and fix the imports
rename the module {old}, it's {new}, file and uses
move the module {old} to {new} so that all that import it still work
give the module {old} the name {new}, its file as well as every mention
find out who imports {old}, and rename that module to {new} for all of them
change the module's name from {old} to {new}, on disk and in the code
=I keep typing {new} when I mean the module {old}. So let it be called that, with all imports
=our module {old} has the name of a library. Make it {new}, and mend whoever imports it
=would it be possible to have the module {old} as {new}? File, imports, mentions, all of it
=please turn the module {old} into {new}, which means its file and each import
=the name {old} for a module tells nobody anything, {new} does. Do the whole rename, please
let the module {old} be {new}, so move it and correct its users
call the module {new} instead of {old}, its file and the imports
put the module {old} under the name {new} and correct all who use it
""")

AGAIN = rows("""
. Search once more when you're through, to be sure
. Then search again so that we know nothing is left
. Afterwards look for it again, please
. Check with another search that none is left
. Please search again at the end
; when all is done, search for the old one again
. I want to be certain, so search a second time after that
. Finish with a search for the old one
. Then look whether one is left
. To be on the safe side, do the search again afterwards
""")

RUN = rows("""
. Then run {runs} to see that it still works
. And run {runs} afterwards
. Then try {runs}
. Check it with {runs}
. After that run {runs}, please
; {runs} should still run, try it
. See whether {runs} still does what it should
. Let {runs} show that it works
. Run {runs} when you're done
. Finally I want to see what {runs} prints
""")

THESE = rows("""
the same files
those files
these files
the files that you just changed
the very same files
the files of a minute ago
""")

SET_ALL = rows("""
=I want {key} to be {new} in each of the files, whatever it is there now
={key} {new}, in all files
=all of them should have {new} for {key}
=every file that has {key} must have {new} there
=it's annoying that {key} differs from file to file. Let it be {new} everywhere
=our rule is: {key} is {new}, no matter which file
=could you set {key} to {new} wherever it comes up? Some may have it already
=would you see to it that {key} is {new} throughout?
=we agreed on {new} for {key}, so put it into each file
=from now on {key} shall be {new}, for all of them alike
=can all the files have {new} as {key}
=no more exceptions: {key} has to be {new} in the whole folder
=one value for all, please. {key}: {new}
=the review says that {key} should be {new} in all of these files
=someone gave {key} a different value in each file; I'd like it to be {new} in all
set {key} to {new} in every single file
set {key} to {new} across the folder
change {key} to {new} in whichever files have another value
make {key} {new} in all of the files here
give every file {new} as its {key}
put {key} at {new} everywhere
search for {key} and set it to {new} in each file
bring {key} to {new} in all the files
find each file with {key} and let it be {new} there
=I don't care what {key} was, it has to be {new} in each file
=some have another {key}. I want {new} in all of them
=the whole folder should agree on {key}, with {new} as the value
=could {key} be {new} in all of the files, please?
=let's not have different values for {key}. {new} it is
=my proposal: {key} is {new}, for every file here
=please go through the files: {key} has to be {new}
=since the update {key} must be {new} everywhere, or it won't start
=all that have {key} should have it at {new}
=which files have {key}? Make it {new} in all of them
write {new} for {key} in every file that has it
use {new} for {key} in all of the files
fix {key} in each file, the value is {new}
""")

SET_BUT = rows("""
={key} should be {new} everywhere but in {file}
=all files but {file} get {new} for {key}
=for everything except {file}: {key} is {new}
=I want {key} at {new} in all files. Only {file} keeps what it has
=leave {file} as it is, the others need {new} for {key}
=could you set {key} to {new} in every file other than {file}?
=would you make {key} {new} all over, without changing {file}?
={file} is special, so no change there. In the rest {key} has to be {new}
=don't change {file}! But the other ones must have {new} for {key}
=we want {new} as {key}, with {file} as the only exception
={key}: {new}, not in {file} though
=my colleague looks after {file} herself; in all the other files {key} should be {new}
set {key} to {new} in all files apart from {file}
set {key} to {new} everywhere, except that {file} stays the same
change {key} to {new} in each file that isn't {file}
make {key} {new} in the whole folder save for {file}
put {new} for {key} into all of the files, {file} excluded
search for {key} and set it to {new}, but skip {file}
={key} has to be {new} in all of them, just not in {file}
=the value {new} for {key} is good for all but {file}, which I'd rather not change
=I tested {key} with {new}, it's fine. Put it everywhere, only {file} must wait
=please set {key} to {new} in the others, {file} is all right
=one file may differ, that's {file}. All others: {key} {new}
=can all but {file} have {new} for {key}?
write {new} for {key} in every file but {file}
give {key} the value {new} in all files, leaving out {file}
use {new} for {key} in each of the files, {file} being the exception
""")
