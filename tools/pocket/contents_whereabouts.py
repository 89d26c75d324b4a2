"""What the files of a folder are about that somebody asks of without much telling which one is meant."""

from __future__ import annotations

from dataclasses import dataclass, field

TOPICS = """
== packing luggage suitcase travel_list | item,count | luggage | int 2 40 | the packing list; my list for the suitcase; what I wrote about packing
? how many {x} do I take along on the trip
? how many {x} go into the suitcase
? how many {x} am I supposed to pack
! I'd rather pack {new} {x}
== party potluck barbecue feast | dish,who | dish | name | the party list; the list for the feast; the plan of our party
? who brings the {x} to the party
? who promised to make the {x} for the feast
? by whom is the {x} brought to our barbecue
! {new} brings the {x} to the party now
! for the party, the {x} is made by {new} instead
== heating boiler thermostat radiators | room,degrees | room | int 12 26 | the heating plan; the settings of the boiler; the file of the thermostat
? how warm is it to be in the {x}
? to how many degrees do we heat the {x}
? what temperature does the {x} get
! heat the {x} to {new} degrees from today on
! the {x} is too cold, give it {new} degrees
== birthdays birthday_list anniversaries | name,date | name | date | the birthday list; the list of birthdays; my reminder of everybody's birthday
? when is the birthday of {x}
? on what date was {x} born
? when do I have to congratulate {x}
! {x} was born on {new}, I had the birthday wrong
== seating tables seats wedding_seats | guest,table | name | int 2 40 | the seating plan; the plan of the tables; our list of seats
? at which table does {x} sit
? where do we seat {x}, I mean which table number
? what's the table of {x} at the wedding
! seat {x} at table {new}
! {x} moves to table {new}
== phones phonebook telephone_numbers | name,phone | name | phone | the phone book; my telephone list; the list of phone numbers
? what's the phone number of {x}
? under which number do I reach {x}
? I have to call {x}, which number is it
! {x} has got a new phone number, {new}
== drinks menu cafe bar | drink,price | =tea|coffee|cocoa|lemonade|cider|juice|water|beer|wine|espresso|milkshake|punch | price | the list of drinks; the price card; the card of the bar
? what do we charge for a {x}
? how much does a guest pay for a {x}
? what price do we take for the {x} at the bar
! the {x} costs {new} now
! from Monday on a {x} is {new}
! raise the {x} to {new}
== shopping groceries market supermarket | what,amount | goods | =2 kg|500 g|3 bags|1 box|6 pieces|250 g|4 tins|2 litres|5 jars|3 packs|750 g|1 kg|2 nets|4 bottles|12 pieces | the shopping list; my list for the market; the grocery list
? how much {x} do we have to buy
? what amount of {x} is on the list for the market
? how much {x} must I bring home from the shop
! buy {new} of {x}
! we need {new} of {x} from the market this time
== watering plants flowerpots | plant,day | flower | =Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday | the watering plan; the plan for the plants; my notes on watering
? on which day is the {x} watered
? when does the {x} get its water
? which weekday is the one for watering the {x}
! water the {x} on {new} from now on
== chores housework cleaning household | task,who | =dishes|windows|stairs|laundry|rubbish|bathroom|carpets|oven|balcony|ironing|dusting|fridge | name | the cleaning rota; the list of chores; the plan for the housework
? whose turn is it to do the {x}
? who has to do the {x} at home
? which of us cleans, I mean the {x}
! {new} does the {x} from now on
! the {x} goes to {new}
== pills medicine prescriptions tablets | medicine,time | nonsense | hour | the medicine plan; the plan of my tablets; the list of pills
? at what time do I take {x}
? when must {x} be swallowed
? what hour did the doctor prescribe for {x}
! take {x} at {new}, says the doctor
== bills invoices utilities monthly_costs | for,amount | =electricity|gas|water|phone|insurance|internet|heating oil|rent|waste|parking|cable|radio | money | the list of bills; our bills; the file with the monthly costs
? how high is the bill for {x}
? what do we owe for {x} this month
? how much is to be paid for {x}
! the bill for {x} is {new} after all
== trains train_times departures railway | to,leaves | city | hour | the times of the trains; the list of trains; the plan of departures
? when does the train to {x} leave
? at what time do I have to catch the train to {x}
? what's the departure to {x}
! the train to {x} leaves at {new} now
== salaries wages payroll payslips | who,pay | name | money | the payroll; the list of salaries; our list of wages
? what does {x} earn
? how high is the salary of {x}
? how much do we pay {x} a month
! {x} earns {new} from this month on
== library borrowed_books loans books_due | book,due | =Moby Dick|Emma|Ulysses|Dracula|Hamlet|Faust|Walden|Ivanhoe|Heidi|Candide|Middlemarch|Rebecca | date | the library list; the list of borrowed books; my loans
? by what date do I have to return {x} to the library
? until when may I keep {x}
? when is {x} due
! {x} is due on {new} now, the library renewed it
== crew staff employees colleagues | name,work | name | trade | the staff list; the list of employees; our list of colleagues
? what is the job of {x}
? as what do we employ {x}
! {x} works as a {new} now
== parcels shipments deliveries post | parcel,to | =first|second|third|fourth|fifth|sixth|seventh|eighth | city | the list of parcels; our shipments; the file of the post
? to which town goes the {x} parcel
? where do we send the {x} parcel
? what's the destination of the {x} parcel
! the {x} parcel goes to {new} instead
== paint colours walls wallpaper | room,colour | room | colour | the paint plan; the list of colours; my notes on the walls
? which colour do the walls of the {x} get
? in what colour do we paint the {x}
? how shall the painter do the {x}, I mean the colour
! paint the {x} {new}
! the {x} shall be {new} instead
== cake baking recipe dough | what,grams | =flour|sugar|butter|almonds|raisins|cocoa|yeast|honey|nuts|starch|cream|poppy seed | int 20 900 | the recipe; grandma's cake recipe; my notes on baking
? how many grams of {x} go into the cake
? how much {x} does the dough need
? what weight of {x} does the recipe take
! take {new} grams of {x} for the cake
== shifts rota duty watch | day,who | =Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday | name | the rota; the duty plan; the list of shifts
? who is on duty on {x}
? who has the shift on {x}
? who keeps watch on {x}
! {new} takes the shift on {x}
== league standings scores tournament | team,points | nonsense | int 2 90 | the table of the league; the list of standings; the scores
? how many points does {x} have in the league
? how many points did {x} make
? what's the score of {x} so far
! {x} has {new} points by now
== shoes sizes clothes_sizes feet | who,size | name | int 20 49 | the list of shoe sizes; our shoe sizes; my notes on sizes
? what shoe size does {x} wear
? in what size do I order shoes for {x}
? how big are the feet of {x}
! {x} has grown, the shoe size is {new} now
== sowing seeds vegetable_patch beds | plant,month | vegetable | month | the sowing plan; my list of seeds; the notes on the vegetable patch
? in which month do I sow the {x}
? when does the {x} go into the ground
? what is the month to sow {x}
! sow the {x} in {new}
== allergies intolerances diets | who,what | name | =nuts|milk|eggs|wheat|celery|mustard|shrimps|soy|kiwi|peaches|rye|strawberries|sesame|tomatoes|honey | the list of allergies; the list of diets; our notes on intolerances
? what is {x} allergic to
? what must {x} not eat
? which food does {x} not tolerate
! {x} is allergic to {new}, not to what it says
== lessons courses school_subjects classes | subject,teacher | subject | name | the list of lessons; the course list; the plan of classes
? who teaches {x}
? which teacher gives {x} lessons
? by whom is the {x} course held
! {new} teaches {x} from now on
== donations gifts_of_money collection donors | who,sum | name | money | the list of donors; the donations; the file of the collection
? how much did {x} donate
? what sum did {x} give for the good cause
? how big was the donation of {x}
! {x} donated {new}, please put it right
== ports port_list listening sockets | service,port | service | int 1024 9999 | the list of ports; the notes on ports; the port table
? on which port does {x} listen
? what's the port number of {x}
? which port do I open for {x}
! let {x} listen on port {new}
! {x} moves to port {new}
== animals zoo kennel stable | animal,feed | animal | =hay|oats|barley|carrots|apples|fish|seeds|grass|cabbage|maize|bread|clover|lettuce|worms|straw | the list of animals; the notes of the stable; the feeding plan
? what does the {x} get to eat
? with what do we feed the {x}
? which food is for the {x}
! feed the {x} with {new}
== rooms hotel reservations bookings | guest,room | name | int 100 899 | the reservations; the hotel list; the list of bookings
? in which hotel room does {x} stay
? what room did {x} book
? which room key do I hand to {x}
! give {x} the hotel room {new}
== rehearsals concert orchestra band | instrument,who | instrument | name | the concert list; the list of the orchestra; our band list
? who plays the {x} in the concert
? which musician has the {x} part
? who is our {x} player
! {new} plays the {x} in the concert
== tours hikes walks trails | tour,km | city | int 2 60 | the list of hikes; the tours; my notes on walks
? how many kilometres is the hike to {x}
? how long is the walk to {x}
? how far do we hike on the way to {x}
! the hike to {x} has {new} kilometres
== training gym sports_club practice | sport,time | sport | hour | the training plan; the plan of the gym; the times of practice
? at what time does {x} practice begin
? when does the {x} training start
? at what hour do we meet for {x}
! {x} training begins at {new} now
== retries timeouts client http_client | service,tries | service | int 2 60 | the retry settings; the client settings; the settings for timeouts
? after how many seconds does the client time out for {x}
? how long does the client wait for {x}
? what is the timeout for {x}, in seconds
! give {x} a timeout of {new} seconds
== passwords logins usernames login_names | service,login | service | name | the list of logins; the list of user names; my logins
? with which user name do I log in to {x}
? what's our login for {x}
? which account do we have at {x}
! the login for {x} is {new} now
== museum exhibits gallery showcases | item,year | instrument | int 1500 1890 | the list of exhibits; the museum's catalogue; our notes on the gallery
? in what year was the {x} of our exhibition built
? how old is the {x} in the museum, I mean its year
? which year stands below the {x} in the gallery
! the {x} in the museum was built in {new}
== choir voices singers singing | singer,voice | name | =soprano|alto|tenor|bass|baritone|mezzo|treble|countertenor | the list of singers; our choir list; the list of voices
? which voice does {x} sing
? what does {x} sing in the choir
? in which voice did we put {x}
! {x} sings {new} from now on
== lottery raffle prizes tombola | winner,prize | name | gear | the list of prizes; our raffle list; the list for the tombola
? what does {x} win in the raffle
? which prize is for {x}
? what do we hand over to {x} after the tombola
! {x} wins a {new} in the raffle
== theatre play cast actors | part,actor | =king|queen|butler|judge|witch|knight|baker|ghost|beggar|prince|doctor|thief | name | the cast; the list of actors; our theatre list
? who plays the {x} on stage
? which actor is the {x}
? who did we choose for the part of the {x}
! {new} plays the {x} on stage
== marathon running_times race stopwatch | runner,minutes | name | int 31 300 | the race results; the list of runners; the times of the race
? how many minutes did {x} run
? how fast was {x} in the race
? what was the time of {x} in the marathon, in minutes
! {x} ran {new} minutes in the race
== beehives bees apiary honey_yield | hive,jars | colour | int 2 90 | the notes on the bees; my hive list; the honey list
? how many jars of honey did the {x} hive give
? how much honey came from the {x} hive
! the {x} hive gave {new} jars of honey
== tyres garage car_service inspection | car,due | colour | date | the garage list; the notes on our cars; the list of inspections
? when must the {x} car go to the garage
? by when does the {x} car need new tyres
? on what date is the inspection of the {x} car
! the {x} car goes to the garage on {new}
== exams marks grades school_report | subject,mark | subject | int 1 99 | the list of marks; the school report; my grades
? how many marks did I get in {x}
? what was my result in {x}
! I got {new} marks in {x}, as it turned out
== rainfall weather rain_gauge climate | month,mm | month | int 2 300 | the weather notes; the rain list; the notes on the climate
? how much rain fell in {x}
? how many millimetres did we measure in {x}
? how wet was {x}
! in {x} there were {new} millimetres of rain
"""
"""Each with names of its file, the heads of its columns, the kinds of both and what people call it."""
CODED = """
== tickets issues complaints | number,state | =open|closed|waiting|rejected|solved|in review|new | the list of tickets
? what's the state of {x}
? what has become of {x}
? is {x} still open or what
== spare_parts articles catalogue_numbers | number,shelf | int 2 99 | the list of articles
? on which shelf do I find {x}
? which shelf is {x} on
? where does {x} lie, I need the number of the shelf
== error_codes faults alarms | code,cause | =no oil|too hot|door open|fan stuck|no paper|low voltage|lost signal|dirty filter|water inside|loose belt | the list of faults
? the display says {x}, what is the cause
? what does {x} mean
? why does the machine stop with {x}
== licence_plates cars fleet | plate,driver | name | the list of cars
? who drives {x}
? to whom belongs the car with {x} on its plate
? somebody parked {x} in front of the gate, who is it
"""
"""Whose rows have names that stand nowhere else."""
FIXED = r"""
== requirements.txt | {x}=={v} | package | version | the requirements; our pinned packages; the list of what pip installs; pip's list
? which version of {x} do we pin for Python
? at what version is {x} pinned
? what does pip install of {x}, I mean the version
! pin {x} to {new} for Python
! pip has to install {x} {new} from now on
== package.json | {\n  "dependencies": {\n    "{x}": "{v}",\n  }\n} | jspackage | version | npm's file; our npm dependencies; the list of JavaScript packages; what npm reads
? which version of {x} does npm install
? what version of {x} do we have for JavaScript
! npm has to install {x} {new} from now on
! let npm take {new} of {x}
== style.css styles.css site.css main.css | .{x} { color: {v}; } | cssclass | colour | the stylesheet; our CSS; the style sheet; the website's styles
? what colour does the class {x} have on our website
? in which colour does CSS show the class {x}
! make the class {x} {new} on our website
! the class {x} shall be {new} in CSS
== docker-compose.yml compose.yaml docker-compose.yaml compose.yml | services:\n  {x}: { image: "{v}" } | service | image | the compose file; Docker Compose's file; our setup of containers
? which image does the {x} container use
? from what image does Compose start {x}
? what does the {x} container run, I mean its image
! let Compose start {x} from {new}
! the {x} container uses {new} now
== CHANGELOG.md HISTORY.md NEWS.md | # Changes\n\n- {x} ({v}) | version | date | the list of changes; the history of our releases; our release history
? when did we release {x}
? on which date did {x} come out
? what's the release date of {x}
! {x} came out on {new} in fact
== Dockerfile | FROM scratch\nENV {x}={v} | envname | nonsense | the docker file; the recipe of our image; the build file of our container
? what is {x} set to in the container
? which value does the image have for {x}
! set {x} to {new} in the container's image
== Makefile | {x} = {v} | =CC|CFLAGS|PREFIX|DESTDIR|SHELL|OUT|SRC|LIBS|TARGET|ARCH|VERSION | nonsense | the make file; the file that make reads; make's file
? what is {x} for make
? which value does make have for {x}
! set {x} to {new} for make
== README.md README.txt README.rst | About\n\n- {x}: {v} | =author|maintainer|translator|tester|sponsor|designer|founder|treasurer|reviewer | fullname | our readme; the read-me; the text that one is to read first
? who is the {x} of this project
? what's the name of our project's {x}
! {new} is the {x} of this project now
== ci.yml pipeline.yml ci.yaml build.yml | jobs:\n  {x}: { minutes: {v} } | target | int 2 90 | the CI config; the pipeline's settings; the settings of our CI
? how many minutes may the {x} job take in the CI
? after how many minutes does the CI stop the {x} job
! give the {x} job {new} minutes in the CI
! the CI may take {new} minutes for {x}
== crontab cron.txt | 0 {v} * * * {x} | target | int 1 23 | the table for cron; our cron jobs; the list of nightly jobs
? at what hour does cron start {x}
? when does cron run {x}, I mean the hour
! cron should start {x} at {new} o'clock
"""
"""Files that have one form and one name wherever they are: names, form, kinds of both columns, what they are called."""
GROUPS = [
    "packing tours tyres trains", "party allergies cake drinks shopping", "crew salaries shifts chores choir theatre",
    "birthdays phones shoes", "watering sowing rainfall", "ports retries passwords", "heating paint", "rooms seating",
    "lessons training rehearsals exams marathon league", "bills donations lottery", "museum library", "animals beehives",
]  # fmt: skip
"""Topics, by the first name of each, that stand side by side: where only one is shown, it might be thought to be meant."""


@dataclass(slots=True)
class Topic:
    """What a file is about: its names, the heads and kinds of its columns, what it is called, what is said of it.

    With a `form`, its names are whole ones, and some lines are above and below its rows.
    """

    stems: list[str]
    heads: list[str]
    row: str
    value: str
    called: list[str]
    questions: list[str] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)
    above: list[str] = field(default_factory=list)
    form: str = ""
    below: list[str] = field(default_factory=list)


def _topics(text: str) -> list[Topic]:
    found: list[Topic] = []
    for line in text.strip().splitlines():
        if line.startswith("== "):
            stems, heads, *kinds, called = (part.strip() for part in _parts(line[3:]))
            row, value = kinds if len(kinds) == 2 else ("", kinds[0])
            topic = Topic(stems.split(), heads.split(","), row, value, called.split("; "))
            if "{x}" in heads:
                every = line.split(" | ")[1].split("\\n")
                at = next(at for at, one in enumerate(every) if "{x}" in one)
                topic.above, topic.form, topic.below = every[:at], every[at], every[at + 1 :]
            found.append(topic)
        else:
            (found[-1].questions if line[0] == "?" else found[-1].orders).append(line[2:])
    return found


def _parts(line: str) -> list[str]:
    return line.split(" | ")


TELLING, CODES, NAMED = _topics(TOPICS), _topics(CODED), _topics(FIXED)
