"""What notes say, and how people ask for it in other words, so that no search finds it."""

from __future__ import annotations

from dataclasses import dataclass

from tools.pocket.tell import rows


@dataclass(frozen=True, slots=True)
class Remark:
    """A line with a value, the value's kind, and questions that it answers."""

    line: str
    kind: str
    questions: list[str]


def _remark(row: str) -> Remark:
    line, kind, *questions = (part.strip() for part in row.split("|"))
    return Remark(line, kind, questions)


REMARKS = [
    _remark(row)
    for row in rows("""
Granny's train gets in at {x}. | hour | when does my grandmother arrive | at what time must I fetch my gran from the station
Grandpa's bus leaves at {x}. | hour | when does my grandfather set off | at what time does gramps depart
The plumber comes on {x}. | date | which day will the pipes be looked at | when is somebody coming about the leak
The chimney sweep was here on {x}. | date | when did they last clean the flue | on which day was the soot removed
Rent is {x} now. | int 300 2000 | what do we pay for the flat every month | how much does the landlord get
Electricity went up to {x}. | int 30 290 | what does the power cost us by now | how much do we pay for current
The cat weighs {x} kg. | int 2 9 | how heavy is our pet | what did the vet's scales show for kitty
Our dog eats {x} tins a week. | int 3 20 | how much food does the hound need | how many cans go into the dog's bowl in seven days
The wifi password is {x}. | nonsense | how do I get onto the internet here, which word | what must visitors type to go online
The alarm is switched off with {x}. | int 1000 9999 | which code silences the siren | what do I press so that it doesn't howl when I come in
{x} waters the flowers. | name | who looks after the plants | whose job is it to keep the pots from drying out
{x} feeds the fish. | name | who cares for the aquarium | who gives the goldfish something to eat
Party at {x}'s place. | name | who is the host of the celebration | in whose home do we celebrate
The dentist moved to {x}. | city | in which town do I get my teeth looked at now | where is the tooth doctor these days
Uncle's new job is in {x}. | city | where does my father's brother work now | in which town has uncle found employment
Shoes in size {x} for the boy. | int 24 46 | what do my son's feet measure | which number of boots does he need, my son
The girl wears {x} cm now. | int 90 170 | how tall is my daughter by now, for dresses | how many centimetres does my daughter's dress size say
The car goes to the garage on {x}. | date | when will the vehicle be serviced | on what day do the mechanics get our auto
New tyres were {x} altogether. | int 200 900 | what did we spend on the wheels | how much was the rubber for the car
The spare key hangs at {x}'s. | name | who could let me in if I'm locked out | with whom did we leave a second one for the front door
The piano teacher is {x}. | name | who gives the music lessons | with whom does one learn to play here
Paint the fence {x}. | colour | which colour shall the garden border get | in what shade are we doing the boards outside
The sofa will be {x}. | colour | in which colour did we order the couch | what shade does our new seat for three have
The baby is due on {x}. | date | when is the birth expected | which day do they reckon with for the little one
Their wedding is on {x}. | date | when do those two get married | on what day is the marriage
The choir meets at {x}. | hour | when do we sing together | at what time does rehearsal start
The shop shuts at {x}. | hour | until when can one buy something there | at what time do they close
Breakfast in the hotel from {x}. | hour | when does one get the first meal of the day on our trip | from which time on can we eat in the morning there
The lawyer's name is {x}. | fullname | who represents us in court | which attorney do we have
The new neighbour is called {x}. | fullname | who moved in next door | what's the name of the person living beside us now
{x} guests will come. | int 8 90 | how many people have accepted our invitation | for what number of visitors do we cook
We need {x} chairs. | int 8 90 | how many seats have to be set up | what number of things to sit on do we lack
The attic is {x} square metres. | int 12 90 | how big is the space under the roof | what's the floor area right at the top of the house
The cellar was flooded on {x}. | date | on which day did the water get into the basement | when was everything downstairs under water
The oven takes {x} minutes for it. | int 15 90 | how long must the cake bake | what time does the baking need
Milk for {x} litres of pudding. | int 2 9 | how much dessert are we making | what quantity of the sweet stuff is planned
Insurance number {x}. | int 10000 99999 | under which number is the policy | what do I tell the insurers when they ask for my file
The parcel has the code {x}. | nonsense | what do I show at the post office to pick it up | which letters do I need to get the package
Passports are in the {x}. | room | in which room do our papers for travelling lie | where did I put what they want to see at the border
The tools are in the {x}. | room | in which room are hammer and pliers | where's the stuff for repairs, which room
""")
]
ASKED = rows("""
={q}? It's somewhere in these files, read them
=I noted it somewhere, go through the notes: {q}
=please go through my notes: {q}
=one of the files must say it, read them one by one: {q}
={q}? I don't know any more in which note that was
go through the notes and tell me: {q}
=it's written down here, but where? Read the notes: {q}
={q}? Read the notes until you find it
read my notes until you know: {q}
=none of the notes has a title. Read them: {q}
={q}? The notes are short, just read through them
=I've a few notes here. Read them one after the other: {q}
=open one note after the other, please: {q}
={q}? I put it in one of these notes, in other words perhaps
""")
"""The first question of a series, which says that it is about the files here."""
NEXT = rows("""
={q}
=and {q}
={q}, do my notes say that
=next: {q}
=also: {q}
=one more: {q}
={q}? Also from the notes
=now {q}
""")
