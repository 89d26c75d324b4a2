"""How people ask where something stands, in notes and in code."""

from __future__ import annotations

from tools.pocket.tell import rows
from tools.pocket.visited import tables

ASPECTS = [
    [part.strip() for part in row.split(" / ")]
    for row in rows("""
owner / lent, keepers, borrowed, holders / name / who has what; who took what; who borrowed our things
place / places, shelves, storage, whereabouts / place / where things lie; where everything is kept
price / prices, costs, catalogue, tariff / price / what things cost; how much to pay for what
day / repairs, workshop, mended, upkeep / date / when things were repaired; what was mended when
count / stock, counts, inventory, amounts / int 2 90 / how many we have of what; the numbers of our things
maker / makers, brands, suppliers, sources / pascal / who made what; where we bought things
colour / colours, paint, looks, shades / colour / which colour things have; what was painted how
""")
]
"""What notes say of things: name, names of files, kind of value, what such a file is about."""
NOTES = tables("""
== owner
=[my sister|my neighbour|a member] wants to borrow the {thing}. With whom is it now
=I'd like the {thing} back. From whom?
=did we lend the {thing} to somebody? To whom
=whom must I ask for the {thing}
=the {thing} was given away. Who got it, according to the notes
=in whose hands is the {thing}
=who has the {thing}
=who borrowed the {thing}
=who took our {thing}
=I miss the {thing}. Who has it?
find out who has the {thing}
=to whom did we lend the {thing}
=I need the {thing} on Sunday. Who's got it at the moment?
tell me who keeps the {thing}
=the {thing} isn't here. With whom is it?
=can you look up who has the {thing}
={thing} - who has it?
=somebody must have the {thing}. Who?
== place
=[my husband|the caretaker|a helper] is looking for the {thing}. Where must he look
=I need the {thing} now. Where is it
=did anybody note where the {thing} is kept
=what's the place of the {thing}
=the {thing} has a place of its own. Which one
=to where does the {thing} belong
=where is the {thing}
=where did we put the {thing}
=I can't find the {thing}. Where is it kept?
find out where the {thing} is
=in which place do we keep the {thing}
=somebody's looking for the {thing}. Where does it lie?
tell me where to look for the {thing}
={thing} - which place?
=the {thing} must be somewhere. Where did we note it?
=can you look up where the {thing} lies
== price
=[an old man|a tourist|my aunt] asks what we want for the {thing}
=the {thing}, what's it sold for
=I have to write a bill for the {thing}. What is its price
=what should I ask for the {thing}
=is the {thing} expensive? What does it say
=the label of the {thing} fell off. The price, please
=what does the {thing} cost
=how much is the {thing}
=what's the price of the {thing}
find out what the {thing} costs
=a customer wants the {thing}. For how much?
tell me the price of the {thing}
={thing} - what price?
=how much do we ask for the {thing}
=I want to buy the {thing}. What do I pay?
=can you look up the price of the {thing}
== day
=[the insurance|the auditor|my boss] asks for the day on which the {thing} was repaired
=the {thing}, when did somebody mend it
=was the {thing} ever repaired? When
=I have to prove the repair of the {thing}. Its date, please
=since when is the {thing} whole again
=when was the {thing} repaired
=on which day was the {thing} mended
=when did we repair the {thing}
find out when the {thing} was repaired
=the {thing} is broken again. When was it mended last?
tell me the date of the repair of the {thing}
={thing} - repaired when?
=how long ago was the {thing} repaired? I need the date
=can you look up when the {thing} was mended
== count
=[a customer|the school|my brother] wants several of the {thing}. How many are left
=the {thing}: what does our stock say, how many
=I'm taking stock. How many of the {thing} did we note
=what quantity of the {thing} is there
=are there enough of the {thing}? The number, please
=how many of the {thing} do we have
=what number do we have of the {thing}
=how many pieces of the {thing} are there
find out how many of the {thing} there are
tell me how many we have of the {thing}
={thing} - how many have we got?
=do we have enough of the {thing}? How many?
=I have to order the {thing}. How many are there now?
=can you look up how many we've got of the {thing}
== maker
=[a friend|the shop|a customer] asks who makes the {thing}
=the {thing}, whose product is it
=I need a spare part for the {thing}. Who is it by
=under which brand is the {thing} sold
=the {thing} has no label any more. Who made it
=who made the {thing}
=which company is the {thing} from
=where did we buy the {thing}, from which maker
find out who made the {thing}
tell me the maker of the {thing}
={thing} - made by whom?
=I want to complain about the {thing}. Who is the maker?
=can you look up the brand of the {thing}
== colour
=[the painter|my daughter|the printer] asks for the colour of the {thing}
=the {thing}, is it red or what
=I'm buying a lid for the {thing}. What colour has it
=in which colour is the {thing}
=how does the {thing} look, I mean its colour
=which colour does the {thing} have
=what colour is the {thing}
=how did we paint the {thing}, which colour
find out the colour of the {thing}
tell me the colour of the {thing}
={thing} - what colour?
=I want to touch up the {thing}. Which colour was it?
=can you look up which colour the {thing} has
== places
=[we sold|somebody broke|I burnt] the {thing}. In which lines is it, so that I can cross it out
=where in my notes is the {thing}, all files
=every file that has the {thing}, and the line
=which lines are about the {thing}, not about anything that sounds like it
find all entries for the {thing}
=in which files and lines is the {thing} mentioned
=where do we mention the {thing}, all places please
find every line about the {thing}
=I want to see all places where the {thing} is noted
=everything on the {thing}: file and line
show me where the {thing} occurs, with line numbers
=we're giving the {thing} away. Which lines must I strike out?
=list all mentions of the {thing}
== reverse
=[a note|a sticker|the slip] says {value}. Which of our things is that
=which of our things is down with {value}
=I only remember {value}. What was it about
find the thing that is listed with {value}
=to what does {value} refer
=which thing goes with {value}
=what do we have for {value}
=I found a slip with {value} on it. Which thing is that?
=what is {value} noted for
find out which of our things has {value}
=somebody says {value}. What's meant, according to our notes?
={value} - that's for which thing?
tell me what {value} belongs to
=there's {value} somewhere in my notes. For what?
== absent
=somebody asks about the {thing}. Is it in one of our files
=have we got anything on the {thing}
=did I ever write down something on the {thing}
=does the {thing} stand in any of the lists
look whether any list has the {thing}
=is there anything about the {thing} in our notes
=do we mention the {thing} anywhere
=does any file say something about the {thing}
=have we noted anything on the {thing}
find out whether the {thing} occurs in any file
== about
=I have to look up {topic}. Which file do I open
=which of the files says {topic}? Only its name
=how is the file named that has {topic}
=I need the list that says {topic}, what's it called
=in which file do I find {topic}
=which file tells {topic}
=what is the file called that says {topic}
=I'm looking for the file with {topic}
=where have we written down {topic}? The file name is enough
name the file about {topic}
=which of these files is about {topic}
== ending
=which {ending} files are there
list all {ending} files, in all folders
=what files end in {ending}
=I need the names of the {ending} files
show me every {ending} file below here
=are there any {ending} files? Which?
== entry
=what is the {which} entry of the file about {topic}
look into the file on {topic}. What comes {which} there?
=the file that says {topic}: which thing is {which} in it
=in our notes about {topic}, which thing stands {which}
""")
AGAIN_NOTES = tables("""
== owner
=and who has it
=who's got it, by the way
=and with whom is it
== place
=and where is it
=where does it lie, by the way
=and its place
== price
=and what does it cost
=its price, too
=how much is it, by the way
== day
=and when was it repaired
=when was it mended, by the way
=the date of its repair, too
== count
=and how many do we have of it
=how many are there
=its number, too
== maker
=and who made it
=its maker, too
=which brand is it
== colour
=and its colour
=what colour is it, by the way
=which colour does it have
""")
CODE = tables("""
== defined
=my editor can't jump. Where is {name} defined
=I'd like to read {name} itself. File and line
=whoever wrote {name}, where did he put it
=in what line does {name} begin
give me file and line of the definition of {name}
=where is {name} defined
=in which file and line is {name} defined
find the definition of {name}
=where does {name} come from
tell me where {name} is defined
=I want to change {name}. Where is it defined?
={name}: definition?
=which line defines {name}
=I can't find where {name} is written. File and line, please
=where do we define {name}
look up where {name} is defined
=show me the place where {name} is made, not where it's used
== used
=if I break {name}, what breaks with it? The lines, please
=I change what {name} gives. Which lines rely on it, imports aside
=apart from its definition and imports, where is {name}
=has {name} any users
find out who needs {name}
=where is {name} used
=who uses {name}
=which lines use {name}, imports and definition aside
find all uses of {name}
tell me where {name} is used, file and line
=I want to rename {name}. Where do we use it? Not the import lines
={name}: uses?
=is {name} used anywhere
=can I delete {name} or does something use it
=does anything still use {name}
=I think nobody uses {name} any more. Is that so?
=which code needs {name}
== imported
=apart from uses, which lines bring in {name}
=who gets {name} from elsewhere, I mean imports
=which import lines name {name}
give me file and line of each import of {name}
=who imports {name}
=which files import {name}
=where is {name} imported
find the lines that import {name}
tell me which modules import {name}
=I'll move {name} to another module. Which imports do I have to change?
={name}: imports?
=in which lines do we import {name}
=show me every import of {name}
== all
=I will replace {name} by something else. Every line, please
=give me file and line wherever {name} stands
=definition, imports, uses: every line with {name}
=where can one see {name}, all lines
=where does {name} occur, everywhere
find every line with {name}
=all places with {name}, please
list all lines that have {name}, of whatever kind
=each mention of {name}: file and line
=I'm renaming {name}. Which lines have it, all of them?
search the code for {name} and tell me each place
== value
=somebody set {name} too low. What is it
=I don't want to open the file. What is {name}
=what number stands behind {name}
look up {name}, its value
=for the manual I need the value of {name}
=what is {name} set to
=which value does {name} have
tell me the value of {name}
={name} = ?
find out what {name} is set to
=how large is {name} at the moment
=what did we choose for {name}
=I need the number behind {name}
== absent
=where is {name} defined
=who calls {name}
=is {name} used anywhere
find {name}
=does {name} occur in our code
""")
VERBS = "load save count print check merge sort fetch drop pack send parse join mark find read clean build rank copy".split()
NOUNS = "invoice order user price label ticket parcel letter seat room table score report page lamp boat guest task mail cup".split()
"""What functions, classes and constants are called after."""
