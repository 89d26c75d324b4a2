"""Facts, and questions for them that share no telling word with the line that has the answer."""

from __future__ import annotations

from collections.abc import Callable

from tools.pocket.words import CITIES, COLORS, GOODS, MONTHS, WEEKDAYS, Vocabulary

Make = Callable[[Vocabulary], str]

MAKERS: dict[str, Make] = {
    "person": lambda v: v.draw.pick([v.first_name(), v.full_name(), v.nonsense().capitalize()]),
    "time": lambda v: v.clock(),
    "day": lambda v: v.draw.pick(WEEKDAYS),
    "date": lambda v: v.draw.pick([v.month_day(), v.date()]),
    "month": lambda v: v.draw.pick(MONTHS),
    "number": lambda v: str(v.draw.randint(2, 400)),
    "money": lambda v: v.draw.pick([v.money(), f"{v.draw.randint(2, 900)} euros"]),
    "city": lambda v: v.draw.pick([v.city(), v.draw.pick(CITIES)]),
    "color": lambda v: v.draw.pick(COLORS),
    "thing": lambda v: v.draw.pick([v.word(), v.draw.pick(GOODS), v.nonsense()]),
    "name": lambda v: v.draw.pick([v.nonsense().capitalize(), v.proper()]),
    "word": lambda v: v.draw.pick([v.nonsense(), v.code_token(), v.word()]),
    "command": lambda v: f"{v.draw.pick(['make', 'npm run', './', 'just', 'sh'])} {v.word()}".replace("./ ", "./"),
    "host": lambda v: v.host(),
    "port": lambda v: str(v.draw.randint(1024, 64000)),
    "url": lambda v: v.url(),
    "mail": lambda v: v.email(),
    "phone": lambda v: v.phone(),
    "path": lambda v: f"{v.folder()}/{v.nonsense()}",
    "version": lambda v: v.version(),
    "room": lambda v: f"{v.draw.pick('ABCDEFG')}{v.draw.randint(1, 60)}",
    "minutes": lambda v: f"{v.draw.randint(2, 90)} {v.draw.pick(['minutes', 'seconds', 'hours', 'days', 'weeks'])}",
    "size": lambda v: f"{v.draw.randint(1, 900)} {v.draw.pick(['MB', 'GB', 'kg', 'metres', 'km', 'litres'])}",
    "animal": lambda v: v.draw.pick(["dog", "cat", "parrot", "hamster", "goldfish", "horse", "rabbit", "tortoise"]),
}


def _facts(text: str) -> list[tuple[list[str], list[str], str]]:
    """Rows of `kind | line; line | question; question`."""
    made = []
    for row in text.strip().split("\n"):
        kind, lines, questions = (part.strip() for part in row.split("|"))
        made.append(([one.strip() for one in lines.split(";")], [one.strip() for one in questions.split(";")], kind))
    return made


FACTS = _facts("""
time | The kitchen closes at @.; Kitchen closed from @ on.; No food after @. | until when can i get something to eat; how late can i order a meal; when is it too late for dinner
time | Doors open at @.; Admission from @. | how early can we get in; when may people enter; from when on can guests come inside
time | Checkout by @.; Rooms must be free by @. | when do we have to leave the hotel; how long can we stay in the morning; until when may i keep my room
time | Bus 12 leaves at @.; The shuttle goes at @. | when must i be at the stop; what time is our ride; at what hour do we drive off
time | Wake-up call: @.; The alarm is set to @. | when do i have to get up; how early will i be woken; at what time does it ring
time | Backups run at @.; The nightly dump starts at @. | when are our data saved; at what time do copies get made; when is everything stored away
time | Standup at @.; Daily: @. | when does the team talk every morning; what time do we all meet each day; when do we tell each other what we work on
time | Feed the @time cat? No: food for the cat at @. | when does the pet eat; at what hour is the animal fed
time | Shop hours end at @.; We close at @. | how late can i buy something; until when are you open; when do you go home
day | Deploys happen on @.; We ship on @s. | when do new versions go live; on which weekday is software released; when does it go to production
day | Bins are emptied on @.; Trash goes out on @. | when is garbage collected; which day is rubbish day; when must the waste be outside
day | No meetings on @.; @ is for quiet work. | on which weekday can i concentrate; when am i left alone; which day has no calls
day | Football practice: @.; Training on @. | when do we do sports; on what day does the team exercise; when do i need my sneakers
day | Rent a car on @.; The van comes on @. | when do we get the vehicle; on which weekday can we move the furniture
date | Ada was born on @.; Birthday: @. | when is the party with the cake; on what date does she get older; when must i buy a present
date | Contract ends @.; The lease runs out on @. | until when may we use the flat; how long are we bound; when is it over
date | Exam: @.; The final is on @. | when do i have to know everything; by when must i have studied; on which date are we tested
date | Hand it in by @.; Submission: @. | when must the work be finished; what is our time limit; how long do we still have
date | Flight on @.; We take off on @. | when do we travel; on what date does our trip begin; when are we at the airport
date | Passport valid until @.; Visa expires @. | how long can i travel with my papers; when do i need new documents
month | Holidays start in @.; School is out in @. | when are the kids at home; from when on is there no class; when do pupils have time off
month | Harvest is in @.; We pick the grapes in @. | when is the fruit ripe; at what time of the year do we gather the crop
person | @ has the keys.; Keys: @. | who can let me in; whom do i ask to unlock the door; who opens up for us
person | @ drives.; At the wheel: @. | who takes us there; who sits in front with the steering; whose licence do we need
person | @ pays.; The bill goes to @. | who has to spend money; whose wallet is it; who covers the costs
person | @ brings the cake.; Dessert: @. | who is in charge of sweets; who bakes; whom do we thank for something sugary
person | On call: @.; @ has the pager this week. | who fixes it at night; whom do i wake when everything is down; who is responsible for incidents
person | @ reviews all changes.; Reviewer: @. | who looks at my code; who checks pull requests; whose approval do i need
person | @ is on leave.; @ is away until Monday. | who is not here; who is missing; who can't be reached
person | Head of the team: @.; @ leads us. | who is the boss; who decides; to whom do we report
person | In an emergency, ring @.; Emergency contact: @. | whom do i call if something bad happens; who must be told about an accident
person | @ took the photos.; Pictures by @. | who was behind the camera; who shot these; whose images are they
person | @ translated it.; German by @. | who put it into another language; to whom do we owe the foreign text
person | The neighbour @ waters the plants.; @ looks after the garden. | who takes care of the flowers while we are gone; who keeps everything green
person | First prize: @.; Gold went to @. | who won; who came out on top; who was best
person | @ founded the company.; Founder: @. | who started this business; who was there at the beginning; whose idea was the firm
person | @ teaches the course.; Lecturer: @. | who stands in front of the class; from whom do we learn; who gives the lessons
money | A ticket costs @.; Entry: @. | how much is it to get in; what do i pay at the door; how expensive is a seat
money | Monthly rent: @.; The flat is @ a month. | what do i pay for living there; how much goes to the landlord; how expensive is housing
money | The fine was @.; Penalty: @. | how much did breaking the rule cost; what did i have to pay for parking wrongly
money | Salary: @.; Pay: @ a month. | how much does one earn; what do i get for my work; what is the wage
money | Deposit: @.; You leave @ as security. | how much do i get back at the end; what must i hand over first
money | Lunch is @.; The menu is @. | how much is a meal; what does food cost at noon
money | Repair: @.; Fixing it came to @. | how much was it to make it work again; what did the mechanic charge
number | Seats: @.; The hall holds @. | how many people fit in; what's the capacity; for how many is there room
number | @ people said yes.; Confirmed: @. | how many guests are coming; what is the size of the party
number | Page count: @.; The book has @ pages. | how long is the novel; how much is there to read
number | Score needed: @.; You pass with @. | how well must i do; how many points are enough; when have i made it
number | Our flat is number @.; House no. @. | which door do i ring at; where exactly in the street do you live
number | Locker @.; My box is @. | where are my things kept; in which compartment did i leave my bag
number | Table @ is ours.; We sit at table @. | where do we eat; which place was booked for us
number | Platform @.; It leaves from track @. | where do i board the train; to which part of the station must i go
number | Gate @.; Boarding at gate @. | where do i get on the plane; where in the airport must i wait
number | Max. speed @.; Not faster than @. | how quick may i be; what's the limit on this road
number | Retry @ times.; Try again up to @ times. | how often is it repeated after a failure; when does it give up
number | Workers: @.; @ processes in parallel. | how many things run at once; how parallel is it; what's the degree of concurrency
number | Keep @ old copies.; Retention: @. | how many backups are stored; what do we hold on to
city | Headquarters: @.; Main office in @. | where is the company based; where do most colleagues sit; to which town do i send letters
city | Born in @.; Comes from @. | where did she grow up; what is his home town; where are the roots
city | The conference is in @.; Venue: @. | where do i have to travel; in which town do we meet; where does the event take place
city | Ships from @.; Warehouse: @. | where are the goods stored; from where do parcels come
city | Next stop: @.; We go on to @. | where are we heading; what is our next destination
city | The servers stand in @.; Data centre: @. | where are our machines; in what place is everything hosted
color | The walls are @.; Paint: @. | what does the room look like; which tone did we choose for the inside
color | His car is @.; Vehicle: @. | how do i recognize what he drives; what should i look for on the parking lot
color | Button: @.; The submit button is @. | what do i click on to send it, by look; how does the thing to press look
color | Team jersey: @.; We play in @. | what do we wear; which shirt do i put on for the match
thing | The spare key is under the @.; Key: beneath the @. | how do i get in if i'm locked out; where did we hide it
thing | He is allergic to @.; No @ for him! | what must he not eat; what makes him ill; what do we leave out of his food
thing | Bring a @.; Don't forget the @. | what should i take along; what do i need to have with me; what goes into my bag
thing | She collects @.; Her hobby: @. | what would make a good gift for her; what does she do in her free time
thing | We are out of @.; No more @ left. | what must be bought; what is missing in the kitchen; what do we need
thing | The cake is made with @.; Main ingredient: @. | what does it taste of; what is in the dessert
name | The ship is called @.; Vessel: @. | on what do we sail; how is the boat named; what is written on the hull
name | Our @ project... code name: @.; Internally it is @. | what do we say among ourselves; what's the secret title
name | Wifi: @.; The network is @. | what do i connect to; how do i get online here; which SSID is it
name | The puppy is @.; Our dog: @. | what do i shout to make the pet come; how is the animal named
name | Sponsor: @.; Paid for by @. | who gives the money; which firm supports us
name | Competitor: @.; Our rival is @. | against whom do we play; whom must we beat; who else sells this
name | Built with @.; The framework is @. | what technology is behind it; what does the software use underneath
word | Wifi key: @.; To get on the network, type @. | how do i log in to the internet; which secret lets me online; what do i enter to connect
word | Safe: @.; The combination is @. | how do i open the strongbox; what do i dial; what numbers unlock it
word | Booking reference @.; Reservation: @. | what do i show at the desk; how do they find our room; what's our confirmation
word | Promo: @.; Use @ at the till. | how do i get a discount; what makes it cheaper; what do i say to pay less
word | License plate @.; Plates: @. | how do i recognize the car; what did the police write down
word | Part no. @.; Article @. | what do i order exactly; under what do i find it in the catalogue
command | Build: @; Compile with @. | how do i make a binary; how is it put together; what turns the sources into a program
command | Lint: @; Style check: @. | how do i see whether my code is tidy; what tells me about formatting
command | Tests: @; Verify with @. | how do i know that everything works; how can i check my change
command | Release: @; Publish with @. | how do i get a new version out; how is it shipped to users
command | Reset everything: @; Start from scratch: @. | how do i wipe all data; what brings me back to the beginning
command | Docs: @; Make the manual with @. | how is documentation produced; what generates the handbook
host | Database: @; DB server: @. | where do the tables live; which machine stores our records; what do we connect to for data
host | SMTP: @; Mail goes through @. | which machine sends our messages; how do letters leave the house
host | Proxy: @; Traffic goes via @. | what stands between us and the internet; through what do requests pass
host | Staging: @; Try-out machine: @. | where can we test before going live; where do we look at it before customers do
port | The API listens on @.; Listening on @. | which number do i put behind the host; on what socket can it be reached
port | Metrics: @; Prometheus scrapes @. | where can i watch the numbers of the service; on which port is monitoring
url | Issues: @; Bugs go to @. | where do i report a problem; how do i complain about a mistake
url | Chat: @; Talk to us: @. | where can i discuss with others; how do i reach the community
url | Slides: @; The talk is online: @. | where do i find what was presented; how can i see the lecture again
url | Sources: @; Repository: @. | where is the code; from where can i clone it; what do i check out
mail | Support: @; Write to @ for help. | where do i send my question; how do i reach somebody when i'm stuck
mail | Invoices to @.; Billing: @. | where do i send what i want to be paid for; who gets the bills
mail | Apply at @.; Jobs: @. | where do i send my CV; how do i get hired
mail | Report security holes to @.; Security: @. | whom do i tell about a vulnerability; where do i write if i found a way to break in
phone | Doctor: @.; Dr. Weber can be reached at @. | what do i dial when i am sick; how do i reach the physician
phone | Pizza place: @.; Takeaway: @. | what do i dial when i'm hungry; how do i get something delivered
phone | Plumber: @.; For the pipes: @. | whom do i ring when the tap drips, what number; what do i dial when there's water everywhere
phone | Hotline: @.; Front desk: @. | how do i reach somebody by telephone; what can i call
path | Logs are in @.; Log files: @. | where do i see what went wrong; in which place are messages written; where do i look after a crash
path | Output goes to @.; Results: @. | where do i find what was produced; where does it put its files
path | Uploads: @.; Files that users send end up in @. | where are pictures of our members stored; in which folder lies what people give us
path | Secrets: @.; Credentials live in @. | where are passwords kept; in what place do i find login data
version | Needs Node @.; Node: @. | which JavaScript runtime must i install; what has to be on my machine to run it
version | Supported until @.; End of life: @. | what is the last release that gets fixes
version | Database schema: @.; Migrated to @. | how far are the tables; what state is our data model in
room | The printer is in @.; Printer: @. | where do i pick up my paper; where do documents come out
room | First aid kit: @.; Bandages in @. | where do i go when i cut my finger; where are plasters kept
room | Coffee machine: @.; Espresso in @. | where do i get something hot to drink; where can i wake up
room | My desk is in @.; I sit in @. | where can people find me; to which place should visitors come
room | Server rack: @.; The machines stand in @. | where do i plug in the network; in what place does the hardware stand
minutes | Let the dough rest for @.; Rest: @. | how long must i wait before baking; how much patience does the bread need
minutes | Sessions last @.; Logged out after @. | how long do i stay signed in; when must i enter my password again
minutes | Walk: @ from the station.; @ on foot. | how far is it without a car; how long do my legs need
minutes | Cache: @.; Entries live for @. | how long is something remembered; when is a stored answer thrown away
minutes | Warranty: @.; Guaranteed for @. | how long do they repair it for free; until when can i bring it back if it breaks
minutes | The film takes @.; Running time: @. | how long do we sit in the cinema; when is the movie over after its start
size | Luggage: up to @.; Bags of @ at most. | how heavy may my suitcase be; how much can i take on the plane
size | Disk: @.; Storage: @. | how much can i save there; how big is the drive
size | Memory: @.; RAM: @. | how much can the machine keep in mind; how big may a process become
size | The tank holds @.; Tank: @. | how much fuel fits in; what's the most that i can fill up
size | Next petrol station: @.; Fuel in @. | how far must we still drive before we can fill up
animal | We have a @.; At home lives a @. | what pet is there; which creature shares the flat
animal | The mascot is a @.; On our flag: a @. | what creature stands for the team; what beast is our symbol
""")
FACTS = [(lines, questions, kind) for lines, questions, kind in FACTS if all(line.count("@") == 1 and "@time" not in line for line in lines)]  # fmt: skip
