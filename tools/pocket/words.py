"""The vocabulary that values are drawn from: names, words, numbers, identifiers, paths, sentences."""

from __future__ import annotations

import builtins
import keyword
import random
import re
from pathlib import Path

from tools.pocket.draw import Draw

ENGLISH = (Path(__file__).parent / "words.txt").read_text(encoding="utf-8").split()
"""Common words of technical English; contents and identifiers are made of them."""

FIRST_NAMES = """Alice Bob Carol David Emma Frank Grace Henry Iris Jack Kate Liam Mia Noah Olivia Peter Quinn Rosa Sam Tina
Uma Victor Wendy Xavier Yara Zoe Anna Ben Clara Daniel Elena Felix Gina Hugo Ivan Julia Karl Lena Marco Nina Oscar Paula
Ravi Sofia Tom Ursula Vera Will Yusuf Zara Ahmed Bianca Chen Diego Esther Farid Greta Hana Igor Jonas Kira Lars Maya Nils
Omar Priya Rafael Selma Theo Vikram Wanda Ximena Yuki Ada Boris Celia Dora Emil Fiona Gustav Helga Ingrid Joel Kofi Leo
Marta Nadia Otto Petra Rita Stefan Tanja Aisha Bruno Chloe Dmitri Eva Finn Gloria Hector Isla Juan Kenji Luca Mona Nora
Pablo Ruth Simon Tara Zane José Zoë Søren Anaïs""".split()
SURNAMES = """Smith Jones Meyer Rossi Garcia Novak Kowalski Nguyen Tanaka Okafor Silva Dubois Larsen Weber Costa Ivanov
Murphy Patel Kim Berg Haddad Moreau Schmidt Walker Young Lopez Clark Hansen Fischer Marin Petrov Santos Singh Wolf Brown
Baker Carter Fox Green Hill King Lee Moore Reed Stone Turner Ward Wood Müller Björk""".split()
CITIES = """Paris Berlin Madrid Rome Vienna Oslo Lisbon Prague Dublin Warsaw Athens Helsinki Zurich Geneva Milan Munich
Hamburg Lyon Porto Bergen Tokyo Osaka Kyoto Seoul Delhi Mumbai Lagos Nairobi Cairo Lima Quito Bogota Boston Denver Seattle
Austin Chicago Toronto Montreal Sydney Perth Auckland Krakow Ghent Bruges Leeds York Bristol Cardiff Utrecht""".split()
COUNTRIES = """France Germany Spain Italy Austria Norway Portugal Ireland Poland Greece Finland Japan Korea India Nigeria
Kenya Egypt Peru Chile Canada Australia Brazil Mexico Sweden Denmark Iceland Belgium Hungary Croatia Turkey""".split()
COLORS = """red blue green yellow orange purple black white gray pink brown cyan magenta teal navy gold silver beige olive
maroon indigo violet turquoise crimson lime amber""".split()
FRUITS = """apple banana cherry mango grape lemon peach plum pear orange kiwi melon fig papaya apricot coconut lime olive
berry guava date quince""".split()
ANIMALS = """cat dog horse tiger lion zebra panda rabbit otter eagle falcon owl fox wolf bear whale dolphin shark gecko
lizard beaver badger heron raven moose camel llama goat sheep duck goose penguin turtle frog crab""".split()
GOODS = """milk bread eggs butter cheese rice pasta tomatoes onions coffee tea sugar flour salt honey apples carrots
potatoes soap batteries paper pens stamps cable lamp chair table mouse keyboard monitor laptop phone charger notebook
bottle backpack tent jacket boots gloves hammer nails screws paint brush""".split()
JOBS = """engineer designer teacher doctor nurse lawyer baker pilot manager analyst chef farmer writer editor plumber
carpenter accountant librarian scientist painter driver clerk architect dentist""".split()
TEAMS = """sales marketing support finance engineering design legal research operations security platform mobile data
infrastructure quality hardware logistics billing""".split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()
NAMES_OF_THINGS = """Falcon Orion Nimbus Atlas Mercury Apollo Phoenix Comet Aurora Nova Zephyr Cobalt Ember Onyx Quartz Raven
Sierra Titan Vortex Willow Aspen Birch Cedar Delta Echo Fjord Glacier Harbor Juniper Krypton Lumen Meteor Nectar Opal Pixel
Quasar Ripple Saffron Tempo Umbra Vertex Wander Xenon Yonder Zenith""".split()
LICENSES = ["MIT", "Apache-2.0", "BSD-3-Clause", "GPL-3.0", "MPL-2.0", "ISC", "Unlicense", "LGPL-2.1"]
LANGUAGES = """English German French Spanish Italian Dutch Polish Japanese Korean Portuguese Swedish Norwegian Turkish
Hindi""".split()
LANGUAGE_CODES = [
    "en",
    "de",
    "fr",
    "es",
    "it",
    "nl",
    "pl",
    "ja",
    "ko",
    "pt",
    "sv",
    "en-US",
    "en_GB",
    "de_DE",
    "fr_FR",
    "pt_BR",
]
LOG_LEVELS = ["debug", "info", "warning", "error", "DEBUG", "INFO", "WARNING", "ERROR", "warn", "trace", "critical"]
THEMES = ["dark", "light", "solarized", "nord", "monokai", "gruvbox", "dracula", "paper", "midnight", "high-contrast"]
GREETINGS = [
    "Hello",
    "Hi",
    "Hey",
    "Good morning",
    "Welcome",
    "Greetings",
    "Howdy",
    "Good evening",
    "Hello there",
    "Bonjour",
    "Hola",
    "Ciao",
]
TLDS = """com org net io dev example local co.uk de fr pl nl ch at it es se fi cz eu app cloud test internal info us ca jp
com.au online site""".split()
FUNCTION_VERBS = """get set make build load save parse format compute find count check read send fetch create update remove
merge split sort filter validate render convert encode decode init start stop open close print show add apply""".split()
FOLDERS = """src lib app docs config data scripts tests tools assets notes etc conf utils core server client api web models
settings examples bin reports logs static templates pkg internal backend frontend services resources""".split()
FILE_STEMS = """main app config settings notes data readme todo utils helpers server client index report users items tasks
script test demo sample example hello greet calc math tools common base core run setup build model models store cache queue
worker job events log logger routes views handlers schema types constants defaults options params profile account order
orders product products inventory stock budget expenses recipe list shopping plan ideas diary journal log summary draft
letter memo agenda minutes contacts people team staff members books movies songs cities weather scores results metrics
numbers values names words text message info about changelog version manifest package project environment database db
network service deploy release backup archive temp scratch output input""".split()


_NAMES = """Tomas Tomasz Ivo Zofia Agnieszka Wojciech Grzegorz Kasia Jadwiga Bartosz Piotr Ewa Halina Milos Jaroslav Vaclav Zdenek
Ludmila Katerina Bohdan Oksana Taras Mykola Yevhen Svetlana Anatoly Galina Arkady Timur Rustam Aigul Nurlan Zarina Anahit Tigran
Giorgi Nino Levan Tamar Aram Arda Emre Elif Zeynep Burak Defne Mehmet Leyla Farah Karim Samir Salma Idris Tariq Yasmin Hamza
Khadija Ibrahim Youssef Amina Chidi Ngozi Emeka Adaeze Kwame Abena Ama Yaw Akosua Tendai Thabo Sipho Lerato Zanele Nomsa Wanjiru
Kamau Achieng Otieno Makena Desta Selam Tesfaye Abebe Hiwot Mariam Rajesh Anjali Deepak Kavya Sanjay Lakshmi Arjun Meera Harish
Gopal Nandini Suresh Padma Rohan Ishaan Tara Bilal Nasreen Imran Zainab Asif Sadia Shirin Dariush Parisa Kamran Golnaz Behrouz
Haruki Aiko Satoshi Naoki Sakura Takumi Ayumi Daichi Emi Fumiko Minjun Jiwoo Seojun Hyejin Soyeon Taeyang Wei Xiu Jing Mei Lihua
Zhen Guang Bao Linh Thuy Duc Minh Phuong Hoang Somchai Niran Malee Kanya Budi Siti Dewi Agus Putri Wayan Rizal Jose Maricel
Joaquin Itzel Xochitl Citlali Mateo Santiago Valentina Camila Thiago Joao Beatriz Rui Ines Goncalo Duarte Catarina Iker Ainhoa
Nerea Unai Jordi Montserrat Oriol Gael Enora Yann Maelle Loic Solene Corentin Thibault Margaux Apolline Giulia Matteo Alessio
Ludovica Ottavia Salvatore Concetta Pasquale Aino Eero Juhani Saara Tuomas Veikko Sirpa Liisa Jaakko Sigrid Torbjorn Astrid
Freya Leif Ragnhild Eirik Solveig Halvard Gudrun Snorri Bjarni Sindri Freydis Mette Soren Rasmus Pernille Kirsten Saskia
Maarten Femke Joost Lotte Wouter Anouk Pieter Griet Liesbeth Wolfgang Heike Jurgen Ulrike Dietmar Gerlinde Traudl Xaver Zenzi
Ulf Annika Gunnar Birgit Ewald Hartmut Aoife Siobhan Niamh Cormac Eoin Padraig Fergus Morag Hamish Ailsa Iona Rhys Gwen Eluned
Dylan Cerys Bryn Tegan Jago Demelza Morwenna Agatha Barnaby Clement Dorothea Ezekiel Fitzgerald Gideon Hortense Ignatius Jemima
Keziah Leopold Mordecai Nathaniel Octavia Percival Quentin Rosalind Sylvester Thaddeus Ulysses Winifred Zebedee Ottoline Bram
Kaspar Anselm Benedikta Casimir Dragan Milena Goran Vesna Zoran Jelena Luka Marija Stjepan Ante Matija Neven Tihana Kostas Eleni
Yannis Despina Stavros Katina Spiros Dimitra Noam Shira Avi Tamir Yael Moshe Rivka Elior Talia Keanu Leilani Moana Tane Aroha
Wiremu Kaia Nanook Aputsiaq Sedna Koa Kai Skye Wren Sage Juno Lux Indigo Onyx""".split()
_SURNAMES = """Abara Adeyemi Aguilar Ahlberg Akbari Albescu Andrade Arslan Bakker Balogh Banerjee Baptiste Barzani Bianchi Bjornstad
Bogdanov Bonnet Brzezinski Calloway Castellano Chaudhry Chowdhury Cieslak Conti Czajkowski Dahl Dembele Diallo Dvorak Ekström
Engelbrecht Esposito Farkas Fernandes Fitzpatrick Fjeldstad Fontaine Fukuda Gallo Gebremariam Georgiou Gonzalez Gunnarsson Gupta
Hakimi Halloran Hernandez Hoffmann Horvath Huang Ibanez Iyer Jankowski Johansson Kaczmarek Kamara Karlsson Katz Kaur Keller
Khumalo Kobayashi Kowalczyk Kruger Kuznetsov Laurent Lindqvist Lombardi Lundgren Magnusson Mancini Markovic Matsumoto Mbeki
McAllister Mendoza Mikkelsen Mwangi Nakamura Nasser Nowicki Nwosu Oduya Okonkwo Olsen Ortega Osei Palmer Papadopoulos
Pereira Popescu Quispe Radic Rasmussen Rezaei Rinaldi Romero Sato Schneider Sedlacek Shapiro Sharma Sokolov Stojanovic Szabo
Takahashi Tesfaye Thorvald Tkachenko Toussaint Tran Uchida Ueda Vasquez Verhoeven Vidal Virtanen Wagner Watanabe Wisniewski Yamada
Yilmaz Zabala Zapata Zielinski Zhou""".split()
_CITIES = """Aarhus Adelaide Aleppo Almaty Antalya Arequipa Asmara Bamako Baku Bandung Bari Basel Bilbao Boise Bologna Bratislava Bremen
Brno Bucharest Busan Calgary Cebu Chisinau Cork Cusco Dakar Davos Dresden Durban Erfurt Essen Faro Fes Fresno Galway Gdansk Graz
Grenoble Hanoi Harare Hobart Innsbruck Izmir Jaipur Kampala Kaunas Kazan Kigali Kobe Kolkata Lahore Leipzig Liege Lille Ljubljana
Lodz Luanda Lublin Lusaka Malmo Manila Maputo Medellin Minsk Mombasa Murcia Nagoya Nantes Novi Odesa Olomouc Omaha Oulu Palermo
Patras Plovdiv Poznan Pune Rabat Recife Reykjavik Riga Rosario Rostock Salta Salzburg Samarkand Sapporo Sarajevo Skopje Sofia
Split Surabaya Szeged Taipei Tallinn Tampere Tbilisi Tirana Toledo Tromso Trieste Turku Uppsala Valparaiso Varna Vilnius Windhoek
Wroclaw Yangon Yerevan Zadar Zagreb""".split()

_ONSETS = """b br bl c ch cl cr d dr f fl fr g gl gr h j k kl kn kr l m n p ph pl pr qu r s sc sh sk sl sm sn sp st str sv t th
tr tw v vl w wr x y z zh zw""".split()
_NUCLEI = "a a a e e e i i i o o o u u y ai au ea ee ei eu ia ie io oa oe oi oo ou ua ue".split()
_CODAS = """ck ct d f ft g k l ld lf lk lm ln lt m mb mp n nd ng nk nt p r rb rd rf rg rk rl rm rn rp rt rv s sh sk st t th v
x z""".split()
_RUDE = re.compile(
    "ass|anus|bitc|coc?k|cum|cun|dic?k|fag|fap|fuc|fuk|fuq|nig|nazi|pee|pen[iu]s|pis|poo|porn|pus|rap|sex|shit|slut|tit|turd|twat|whor"
)


_PLAIN_ONSETS, _PLAIN_CODAS = "bcdfghjklmnprstvwz", "lmnrstkdxp"
_COUNTS = (1, 2, 2, 2, 3, 3, 4)
_TAKEN = frozenset((*keyword.kwlist, *dir(builtins)))


def invent(draw: random.Random) -> str:
    """A pronounceable word that exists nowhere, so that it can only be copied."""
    chance = draw.random  # this function is called more than all others
    plain = chance() < 0.6
    onsets, nuclei, codas = (_PLAIN_ONSETS, "aeiou", _PLAIN_CODAS) if plain else (_ONSETS, _NUCLEI, _CODAS)
    many_onsets, many_nuclei, many_codas = len(onsets), len(nuclei), len(codas)
    for _ in range(20):
        count = _COUNTS[int(chance() * 7)]
        text = "" if chance() < 0.85 else "aeiou"[int(chance() * 5)]
        for at in range(count):
            text += onsets[int(chance() * many_onsets)] + nuclei[int(chance() * many_nuclei)]
            if plain and at < count - 1 and chance() < 0.8:
                continue
            if chance() < (0.9 if count == 1 else 0.45 if at == count - 1 else 0.2):
                text += codas[int(chance() * many_codas)]
        if 3 <= len(text) <= 11 and text not in _TAKEN and not _RUDE.search(text):
            return text
    return "zorvel"


def invented(seed: str, count: int, *, capital: bool = True) -> list[str]:
    draw = random.Random(seed)
    words = [invent(draw) for _ in range(count)]
    if not capital:
        return words
    ends = [
        "",
        "",
        "a",
        "o",
        "ia",
        "in",
        "is",
        "us",
        "ek",
        "ova",
        "ette",
        "son",
        "berg",
        "ton",
        "ville",
        "grad",
        "mere",
        "ko",
    ]
    return [(word + draw.choice(ends) if len(word) < 7 else word).capitalize() for word in words]


FIRST_NAMES += [*_NAMES, *invented("first names", 700)]
SURNAMES += [*_SURNAMES, *invented("surnames", 500)]
CITIES += [*_CITIES, *invented("cities", 400)]
NAMES_OF_THINGS += invented("things", 300)
JOBS += """archivist beekeeper blacksmith botanist butcher carter cartographer cellist cobbler cooper curator diver falconer florist
gardener geologist glazier jeweller locksmith luthier mason midwife miller notary optician pharmacist potter ranger roofer sailor
sculptor surveyor tailor tanner translator trucker tutor undertaker usher weaver welder zookeeper""".split()
GOODS += (
    """anvil bellows brooch bucket candle chisel cinnamon clogs compass cork cumin curtain decanter easel fennel ferret flint
gasket ginger goggles hinge incense inkwell jigsaw kettle ladle lantern lentils lute mallet mustard napkin nutmeg oats paprika
parsnip pestle pliers quilt radish rake rope saffron sandals saucer scarf scythe sieve spanner spool stapler tarpaulin thimble
toaster trowel turmeric twine umbrella vinegar wrench yarn zipper""".split()
    + invented("goods", 120, capital=False)
)
FOLDERS += (
    """adapters archive archives batch billing boards cache chapters checkout cmd common content contrib controllers crates
dist drafts drivers editor exports extras features fixtures fonts forms guides helpers home hooks i18n images import inbox infra
integration jobs kernel lang layouts legacy loaders locale mail migrations misc mocks modules old parsers plugins private public
recipes research samples sandbox schemas school sql storage styles sub support tasks team temp themes tmp tutorials v1 v2 vendor
views work workers""".split()
    + invented("folders", 150, capital=False)
)
FILE_STEMS += """abstract accounts addresses agents alarm album alerts analysis answers appendix appointments assets attendance audit
badges bank basket battery billing bins birthdays board bookings branches bugs build_info bus cafe camera canvas cards catalog chat
checklist chores classes client_list clock colors compass convert cookies counter coupons credits currency customers dates delivery
devices dictionary dinner display doors drivers energy engine errors exam faq feed filters finance flags flights fonts forecast
forms garden glossary grades groceries guests guide habits holidays homework hosts hotel houses icons images import inbox
ingredients init input invoice invoices issues keys kitchen labels lamp launcher layout lessons letters levels library license
lights limits loader locations login lottery machines mailer maps marks matches mapping members menu merge meters metadata mixer
mode monitor movies music neighbours news nodes offers office orders2 owners packing parking parser parts party passengers patients
payments pets phones photos pins pipeline places planner planets player plot points policy ports poster prices printer priorities
proposal pump questions quiz quotes radio ranking rates records registry release_notes rent report_final requests reviews rooms
rota rules runner safety sales sandbox schedule school seeds sensors session shifts ship signals sizes skills slides snapshot
speakers specs splash sprint stations status steps stickers stops students styles subjects suppliers survey symbols tags talks
taxes teams templates tenants theme tickets timer timetable tokens tour towns tracker trains translations travel trees trip tunes
units uploads usage vehicles venues visitors voices votes voucher warehouse wishlist workshop zones""".split()


class Vocabulary:
    """Everything that fills a slot, drawn from one generator."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw

    # words -----------------------------------------------------------------------------------------------------------
    def word(self) -> str:
        """A lower-case word: a common one, a rare one, or one that does not exist."""
        draw = self.draw
        if draw.chance(0.3):
            return invent(draw)
        source = draw.weighted([(6, ENGLISH), (1, FRUITS), (1, ANIMALS), (1, COLORS), (1.5, GOODS)])
        return draw.pick(source)

    def nonsense(self) -> str:
        """A pronounceable word that exists nowhere, so that it can only be copied."""
        return invent(self.draw)

    def first_name(self) -> str:
        """A person's first name."""
        draw = self.draw
        return draw.pick(FIRST_NAMES) if draw.chance(0.75) else invent(draw).capitalize()

    def city(self) -> str:
        """A place."""
        draw = self.draw
        if draw.chance(0.08):
            return draw.pick(["New", "San", "Port", "Bad", "Saint", "Upper", "North", "Los"]) + " " + draw.pick(CITIES)
        return draw.pick(CITIES) if draw.chance(0.75) else invent(draw).capitalize()

    def undertaking(self) -> str:
        """What somebody works on."""
        draw = self.draw
        return draw.pick(["the", "the", "our", "my", "a", "this"]) + draw.pick(
            [
                f" {self.word()} project", f" {self.word()} thing", f" {draw.pick(GOODS)} shop", " website", " course", " homework",
                f" {draw.pick(TEAMS)} dashboard", " demo", " presentation", " backend", " thesis", f" {self.word()} service",
                " game", f" {draw.pick(ANIMALS)} tracker", " bot", " newsletter", " migration", f" {self.word()} prototype",
                " library", " school project", " club site", " tutorial", f" {draw.pick(COLORS)} theme", " cleanup",
                f" {draw.pick(TEAMS)} tool", " budget", " wedding", " move", " experiment", " survey", " archive",
            ]
        )  # fmt: skip

    def tool(self) -> str:
        """A tool that people use, mostly one that does not exist."""
        return self.draw.pick(["git", "vim", "the linter", "the editor", "Excel", "the compiler", self.nonsense().capitalize(),
                               self.nonsense().capitalize(), self.nonsense()])  # fmt: skip

    def clock(self) -> str:
        """A time of day."""
        draw = self.draw
        h, m = draw.randint(0, 23), draw.randint(0, 59)
        return draw.weighted(
            [(4, f"{h:02}:{m:02}"), (2, f"{h}:{m:02}"), (1, f"{h % 12 + 1} {draw.pick(['am', 'pm'])}"),
             (1, f"{h % 12 + 1}:{m:02} {draw.pick(['am', 'pm'])}"), (0.6, f"{h % 12 + 1}{draw.pick(['am', 'pm'])}"),
             (0.6, f"{h}h{m:02}"), (0.6, f"{h:02}:{m:02}:{draw.randint(0, 59):02}")]
        )  # fmt: skip

    def month_day(self) -> str:
        """A day of the year."""
        draw = self.draw
        month = draw.pick([draw.pick(MONTHS), draw.pick(MONTHS)[:3]])
        return draw.pick([f"{month} {draw.randint(1, 28)}", f"{draw.randint(1, 28)} {month}"])

    def money(self) -> str:
        """An amount of money."""
        draw = self.draw
        n = draw.pick(
            [
                str(draw.randint(1, 9999)),
                f"{draw.randint(0, 999)}.{draw.randint(0, 99):02}",
                f"{draw.randint(1, 99)},{draw.randint(0, 999):03}",
            ]
        )
        return draw.pick([f"${n}", f"{n} €", f"€{n}", f"£{n}", f"{n} {draw.pick(['EUR', 'USD', 'CHF', 'GBP', 'SEK', 'JPY', 'PLN', 'INR', 'BRL'])}",
                          f"{n} {draw.pick(['euros', 'dollars', 'francs', 'pounds', 'yen', 'crowns'])}"])  # fmt: skip

    def quantity(self) -> str:
        """A number with its unit."""
        draw = self.draw
        n = draw.pick([str(self.number()), str(self.number()), self.decimal(), str(draw.randint(1, 60))])
        unit = draw.pick("""kg g mg t lb oz m cm mm km mi ft in l ml cl s ms us min h d days weeks months years hours minutes seconds MB GB
                         KB TB MiB GiB kB bytes px pt em rem % °C °F K V mV A mA W kW kWh Hz kHz MHz GHz rpm dB bar Pa hPa N lux
                         cups pieces boxes pages rows users times people seats litres miles""".split())  # fmt: skip
        return n + draw.pick([" ", " ", ""] if len(unit) < 4 else [" "]) + unit

    def phone(self) -> str:
        """A telephone number."""
        draw = self.draw
        d = lambda n: "".join(draw.choices("0123456789", k=n))  # noqa: E731
        return draw.pick([f"+{draw.randint(1, 99)} {d(2)} {d(3)} {d(4)}", f"0{d(2)}-{d(7)}", f"{d(3)}-{d(4)}", f"({d(3)}) {d(3)}-{d(4)}", d(9),
                          f"+{draw.randint(1, 99)}{d(9)}", f"0{d(3)} {d(6)}", f"{d(3)}.{d(3)}.{d(4)}"])  # fmt: skip

    def system_path(self) -> str:
        """A path of a machine, outside the folder."""
        draw = self.draw
        parts = "/".join(self.draw.pick([self.word, self.nonsense])() for _ in range(draw.randint(1, 3)))
        return (
            draw.pick(
                [
                    "/var/",
                    "/opt/",
                    "/srv/",
                    "/etc/",
                    "/home/",
                    "/mnt/",
                    "/usr/share/",
                    "/tmp/",
                    "/data/",
                    "./",
                    "../",
                    "~/",
                    "",
                ]
            )
            + parts
        )

    def address(self) -> str:
        """A street address."""
        draw = self.draw
        street = self.nonsense().capitalize() + draw.pick(
            [" Street", " Road", " Lane", "straße", "gatan", " Avenue", " Square", "weg"]
        )
        return draw.pick(
            [
                f"{draw.randint(1, 200)} {street}",
                f"{street} {draw.randint(1, 200)}",
                f"{street} {draw.randint(1, 99)}{draw.pick('abc')}",
            ]
        )

    def typed(self) -> str:
        """A value of some type that has to be copied to the letter."""
        draw = self.draw
        return draw.pick(
            [self.clock, self.money, self.quantity, self.quantity, self.phone, self.code_token, self.code_token, self.date, self.version,
             self.month_day, self.full_name, self.city, self.first_name, self.email, self.url, self.address, self.host, self.decimal]
        )()  # fmt: skip

    def any_word(self) -> str:
        """A word, real or not, in any case."""
        draw = self.draw
        text = draw.weighted([(6, self.word), (3, self.nonsense)])()
        return draw.weighted([(6, text), (2, text.capitalize()), (1, text.upper())])

    def words(self, low: int, high: int) -> str:
        """Several lower-case words."""
        return " ".join(self.word() for _ in range(self.draw.randint(low, high)))

    def proper(self) -> str:
        """A capitalised name: a person, a place, a project."""
        draw = self.draw
        return draw.weighted(
            [
                (4, self.first_name()),
                (2, self.city()),
                (2, draw.pick(NAMES_OF_THINGS)),
                (1, draw.pick(COUNTRIES)),
                (2, self.nonsense().capitalize()),
            ]
        )

    def full_name(self) -> str:
        """A person's first name and surname."""
        draw = self.draw
        first, last = (
            self.first_name(),
            draw.pick([draw.pick(SURNAMES), draw.pick(SURNAMES), self.nonsense().capitalize()]),
        )
        return draw.weighted(
            [(12, f"{first} {last}"), (1, f"{first} {draw.pick(SURNAMES)}-{last}"), (1, f"{first} {first[0]}. {last}"), (1, f"Dr. {last}"),
             (1, f"{first} {draw.pick(['van', 'de', 'von', 'del', 'al', 'bin', 'da'])} {last}"), (0.5, f"{first[0]}. {last}")]
        )  # fmt: skip

    def sentence(self) -> str:
        """A short line of prose; meaning is not promised."""
        draw = self.draw
        w = self.word
        shape = draw.pick(
            [
                "the {a} {b} is {c}", "{p} likes {a} and {b}", "remember to {a} the {b}", "{a} {b} {c} {d}",
                "buy {n} {g} in {city}", "call {p} on {day}", "the {a} costs {n} euros", "{p} lives in {city}",
                "{greet} from {city}", "we meet at {n} o'clock", "never {a} a {b} without {c}", "{a}, {b} and {c}",
                "this is a {a} of the {b}", "{p} said: {a} first, then {b}", "the {animal} eats the {fruit}",
                "version {n}.{m} is out", "all {a} must be {b}", "no {a} today", "it's a {color} {animal}",
                "{greet}, {p}", "{greet} {p}", "{color} {a}", "my {a} has {n} {b}", "{a} is not {b}", "{p} & {q}",
                "{a}/{b}", "{a}: {b}", "{a} = {n}", "{n} {animal}s", "{a} ({b})", "{day} at {n}:{mm}", "{p}'s {a}",
                "{a} at {clock}", "{clock} {a}", "{a} by {md}", "{a}: {money}", "{p} owes {money}", "{q2} of {g}", "{p} {s}, {city}",
                "ring {phone}", "room {code}", "{md}: {a} in {city}", "{code} {a}", "{n2}", "{n2} {n3}", "{n2} and {n3}", "{n2} {a}",
                "the {n2} of {city}", "{n2}: {q2}", "{p} the {n2}", "{a} for {p}", "{n2}-{n3}", "{a} needs {q2}", "{N2} {N3}",
                "{a} -> {b}", "100% {a}", "{a} #{n}", "{a}; {b}", "what a {a}", "done with {a}", "{p} was here",
            ]
        )  # fmt: skip
        text = shape.format(
            clock=self.clock(), md=self.month_day(), money=self.money(), q2=self.quantity(), phone=self.phone(), code=self.code_token(),
            n2=self.nonsense(), n3=self.nonsense(), N2=self.nonsense().upper(), N3=self.nonsense().capitalize(), s=draw.pick(SURNAMES),
            a=w(), b=w(), c=w(), d=w(), p=self.first_name(), q=self.first_name(), n=draw.randint(2, 99),
            m=draw.randint(0, 20), mm=f"{draw.randint(0, 59):02}", g=draw.pick(GOODS), city=self.city(),
            day=draw.pick(WEEKDAYS), greet=draw.pick(GREETINGS), animal=draw.pick(ANIMALS), fruit=draw.pick(FRUITS),
            color=draw.pick(COLORS),
        )  # fmt: skip
        if draw.chance(0.5):
            text = text[0].upper() + text[1:]
        return text + draw.weighted([(5, ""), (2, "."), (2, "!"), (0.4, "?"), (0.3, "...")])

    def message(self) -> str:
        """What a program prints or a file says in one line: a word, a greeting, a sentence, an odd token."""
        draw = self.draw
        kind = draw.weighted(
            [(3, "sentence"), (2, "greeting"), (2, "words"), (2, "word"), (1, "two"), (0.7, "code"), (0.5, "number"),
             (0.4, "unicode"), (2, "typed"), (1.2, "nonsense")]
        )  # fmt: skip
        if kind == "sentence":
            return self.sentence()
        if kind == "greeting":
            sign = draw.pick(["", "!", "!", ".", " :)", "!!"])
            return (
                draw.pick(GREETINGS)
                + draw.pick([", ", " ", ", "])
                + draw.pick([self.proper(), self.word(), "world", "World", "there"])
                + sign
            )
        if kind == "words":
            return self.words(2, 5)
        if kind == "word":
            return self.any_word()
        if kind == "two":
            return f"{self.any_word()} {self.any_word()}"
        if kind == "code":
            return self.code_token()
        if kind == "typed":
            return self.typed()
        if kind == "nonsense":
            return " ".join(self.nonsense() for _ in range(draw.randint(1, 4)))
        if kind == "unicode":
            return draw.pick(
                [
                    "café",
                    "naïve",
                    "Grüße",
                    "¡Hola!",
                    "50 €",
                    "déjà vu",
                    "π ≈ 3",
                    "✓ done",
                    "¿Qué tal?",
                    "niño",
                    "25 °C",
                    "Łódź",
                    "→ next",
                    "☕ time",
                ]
            ) + draw.pick(["", " " + self.word()])
        return str(self.number())

    def code_token(self) -> str:
        """A token that is no word: an id, a version, a hash."""
        draw = self.draw
        return draw.pick(
            [
                f"{draw.pick('ABCDEFGHKLMNPQRSTVWXYZ')}{draw.pick('ABCDEFGHKLMNPQRSTVWXYZ')}-{draw.randint(10, 9999)}",
                f"{self.word()}-{draw.randint(1, 999)}",
                f"{self.word()}_{self.word()}",
                "".join(draw.choices("0123456789abcdef", k=draw.randint(5, 10))),
                f"{self.word().upper()}_{draw.randint(1, 99)}",
                "".join(draw.choices("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", k=draw.randint(4, 8))),
                f"{self.nonsense()}{draw.randint(1, 99)}",
                f"{''.join(draw.choices('ABCDEFGHIJKLMNOPQRSTUVWXYZ', k=draw.randint(1, 4)))}-{draw.randint(1, 99999)}",
                f"{''.join(draw.choices('ABCDEFGHIJKLMNOPQRSTUVWXYZ', k=2))}{draw.randint(1, 999)}{draw.pick('ABCXYZ')}",
                f"{draw.randint(1, 99)}-{draw.randint(1, 999)}-{draw.pick('ABCDEFX')}",
                f"{self.nonsense()}-{self.nonsense()}",
                f"{self.nonsense().upper()}-{draw.randint(1, 9999)}",
                f"{self.nonsense()}.{self.nonsense()}",
                f"{self.nonsense()}@{draw.randint(1, 9)}.{draw.randint(0, 30)}",
                f"sk_{''.join(draw.choices('abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMN0123456789', k=draw.randint(6, 12)))}",
            ]
        )

    # numbers and typed values ----------------------------------------------------------------------------------------
    def number(self) -> int:
        """A whole number of any size."""
        draw = self.draw
        return draw.weighted(
            [(4, draw.randint(2, 12)), (3, draw.randint(10, 99)), (2, draw.randint(100, 999)), (2, draw.randint(1000, 9999)),
             (1, draw.randint(10000, 99999)), (0.4, draw.randint(100000, 9999999)), (0.5, draw.randint(2, 50) * 100)]
        )  # fmt: skip

    def decimal(self) -> str:
        """A number with a fraction."""
        draw = self.draw
        return draw.weighted(
            [(4, f"{draw.randint(0, 99)}.{draw.randint(1, 99)}"), (1, f"0.{draw.randint(0, 9)}{draw.randint(1, 999)}"),
             (1, f"{draw.randint(100, 9999)}.{draw.randint(1, 9)}")]
        )  # fmt: skip

    def version(self) -> str:
        """A version number."""
        draw = self.draw
        text = f"{draw.randint(0, 9)}.{draw.randint(0, 20)}.{draw.randint(0, 20)}"
        more = draw.pick(
            [
                "rc1",
                "-beta",
                "-rc.2",
                "a3",
                "-alpha",
                ".dev4",
                "+build7",
                f"-{self.nonsense()}",
                f".{draw.randint(1, 99)}",
                "b2",
                "-lts",
            ]
        )
        return draw.weighted(
            [(6, text), (2, text.rsplit(".", 1)[0]), (1.5, text + more), (1, f"v{text}"), (1, f"{draw.randint(10, 99)}.{draw.randint(0, 99)}.{draw.randint(0, 99)}"),
             (0.7, f"{draw.randint(2018, 2030)}.{draw.randint(1, 12)}")]
        )  # fmt: skip

    def host(self) -> str:
        """A host name or address."""
        draw = self.draw
        return draw.pick(
            [
                "localhost", "127.0.0.1", "0.0.0.0", f"10.0.{draw.randint(0, 255)}.{draw.randint(1, 254)}",
                f"192.168.{draw.randint(0, 9)}.{draw.randint(2, 254)}", f"{self.word()}.{self.word()}.{draw.pick(TLDS)}",
                f"{self.nonsense()}-{draw.randint(1, 20)}", f"{draw.randint(1, 250)}.{draw.randint(0, 255)}.{draw.randint(0, 255)}.{draw.randint(1, 254)}",
                f"{self.nonsense()}.{self.nonsense()}.{draw.pick(TLDS)}", f"db{draw.randint(1, 9)}.{self.nonsense()}.{draw.pick(TLDS)}", f"{self.nonsense()}.{draw.pick(TLDS)}",
            ]
        )  # fmt: skip

    def url(self) -> str:
        """A web address."""
        draw = self.draw
        return (
            draw.pick(["https://", "https://", "http://"])
            + f"{draw.pick(['', 'www.', 'api.', 'docs.'])}{self.draw.pick([self.word, self.nonsense])()}.{draw.pick(TLDS)}"
            + draw.pick(
                ["", "", f"/{self.word()}", f"/v{draw.randint(1, 3)}/{self.word()}", f":{draw.randint(3000, 9999)}"]
            )
        )

    def email(self) -> str:
        """A mail address."""
        draw = self.draw
        given = draw.pick([name for name in (self.first_name(), draw.pick(FIRST_NAMES[:90])) if name.isascii()]).lower()
        sign = draw.pick([".", "_", "-", ""])
        return f"{draw.pick([given, self.word(), self.nonsense(), given + sign + self.nonsense(), given[0] + sign + self.nonsense(), given + str(draw.randint(1, 99))])}@{draw.pick([self.word, self.nonsense])()}.{draw.pick(TLDS)}"

    def date(self) -> str:
        """A date."""
        draw = self.draw
        y, m, d = draw.randint(1990, 2035), draw.randint(1, 12), draw.randint(1, 28)
        return draw.weighted(
            [
                (4, f"{y}-{m:02}-{d:02}"),
                (1, f"{d} {MONTHS[m - 1]} {y}"),
                (1, f"{MONTHS[m - 1]} {d}"),
                (0.5, f"{d:02}/{m:02}/{y}"),
                (0.5, f"{d}.{m}.{y}"),
                (0.5, f"{m}/{d}/{y}"),
                (0.5, f"{MONTHS[m - 1]} {d}, {y}"),
                (0.5, f"{y}/{m:02}/{d:02}"),
                (0.5, f"{MONTHS[m - 1][:3]} {d}"),
                (0.4, f"{draw.pick(WEEKDAYS)}, {d} {MONTHS[m - 1]}"),
                (0.4, f"{y}-{m:02}"),
            ]
        )

    # identifiers and paths -------------------------------------------------------------------------------------------
    def snake(self) -> str:
        """A snake_case identifier."""
        draw = self.draw
        return "_".join(
            self.draw.pick([self.word, self.nonsense])() for _ in range(draw.weighted([(3, 1), (5, 2), (1, 3)]))
        )

    def function_name(self) -> str:
        """A name for a function."""
        draw = self.draw
        return draw.weighted(
            [(4, f"{draw.pick(FUNCTION_VERBS)}_{self.word()}"), (2, self.safe(self.snake())), (1, draw.pick(FUNCTION_VERBS)), (1, self.safe(self.nonsense())),
             (1, self.camel())]
        )  # fmt: skip

    def camel(self) -> str:
        """A camelCase identifier."""
        return self.word() + "".join(self.word().capitalize() for _ in range(self.draw.randint(1, 2)))

    def pascal(self) -> str:
        """A CamelCase identifier."""
        return "".join(
            self.draw.pick([self.word, self.nonsense])().capitalize() for _ in range(self.draw.randint(1, 2))
        )

    def constant(self) -> str:
        """An UPPER_CASE identifier."""
        return self.snake().upper()

    @staticmethod
    def safe(name: str) -> str:
        """`name`, changed if Python reserves it."""
        return name + "_" if keyword.iskeyword(name) or hasattr(builtins, name) else name

    def variable(self) -> str:
        """A name for a variable."""
        return self.safe(self.draw.weighted([(5, self.snake()), (1, self.camel()), (1, self.constant())]))

    def stem(self) -> str:
        """A file name without its extension."""
        draw = self.draw
        joiner = draw.pick(["_", "_", "-"])
        w = draw.pick([self.word, self.nonsense])
        return draw.weighted(
            [
                (4, draw.pick(FILE_STEMS)),
                (2, self.word()),
                (4, self.nonsense()),
                (2, f"{draw.pick(FILE_STEMS)}{joiner}{w()}"),
                (2, f"{w()}{joiner}{self.word()}"),
                (1, f"{draw.pick(FILE_STEMS)}{draw.randint(1, 99)}"),
                (0.6, f"{self.nonsense()}{draw.randint(1, 2030)}"),
                (0.7, self.pascal()),
                (0.7, self.camel()),
                (0.5, w().upper()),
                (0.6, f"{w()}{joiner}{w()}{joiner}{self.word()}"),
                (0.5, f"{draw.pick(FILE_STEMS)}{joiner}{draw.randint(1, 99):02}"),
                (0.4, f"{draw.randint(1, 99):02}{joiner}{w()}"),
                (
                    0.3,
                    f"{draw.randint(2019, 2029)}-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}{draw.pick(['', '-' + w()])}",
                ),
                (0.3, f"{w()}{joiner}v{draw.randint(1, 12)}"),
                (0.2, f"_{w()}"),
            ]
        )

    def dotted(self) -> str:
        """A file name without its last extension, but with dots in it."""
        draw = self.draw
        w = draw.pick([self.word, self.nonsense])
        return draw.pick(
            [
                f"{self.stem()}.{draw.pick(['test', 'spec', 'min', 'old', 'bak', 'dev', 'prod', 'local', 'example', 'orig', 'tmpl', 'en', 'de', 'conf'])}",
                f"{w()}.{w()}",
                f"{draw.pick(FILE_STEMS)}.{w()}",
                f"{w()}-{draw.randint(0, 9)}.{draw.randint(0, 20)}",
                f"{w()}.v{draw.randint(1, 9)}",
                f"{w()}_{draw.randint(0, 9)}.{draw.randint(0, 20)}.{draw.randint(0, 9)}",
                f"{draw.pick('abcdefgh')}.{draw.pick('bcdxyz')}",
                f"{w()}.{draw.randint(1, 2030)}",
            ]
        )

    def bare_name(self) -> str:
        """A file name without an extension, as tools and people use them, or a name with a dot in front."""
        draw = self.draw
        return draw.weighted(
            [
                (5, draw.pick(BARE_NAMES)),
                (2, "." + draw.pick(DOTFILES)),
                (1, f".{self.nonsense()}rc"),
                (1, f".{self.nonsense()}"),
                (
                    0.6,
                    f".{self.nonsense()}.{draw.pick(['local', 'yml', 'json', 'cfg', 'toml', 'conf', self.nonsense()])}",
                ),
                (1.5, f"{self.nonsense().capitalize()}file"),
                (1.5, self.stem()),
                (1, self.nonsense().upper()),
                (0.5, f"{draw.pick(BARE_NAMES)}.{draw.pick(['dev', 'prod', 'old', 'test', self.nonsense()])}"),
            ]
        )

    def folder(self) -> str:
        """A relative folder, one to three deep."""
        draw = self.draw
        return "/".join(
            draw.pick([draw.pick(FOLDERS), draw.pick(FOLDERS), self.word(), self.nonsense()])
            if draw.chance(0.93)
            else draw.pick(
                [
                    f".{self.nonsense()}",
                    f"{self.word()}-{self.word()}",
                    f"v{draw.randint(1, 9)}",
                    self.camel(),
                    ".github",
                    ".config",
                ]
            )
            for _ in range(draw.weighted([(6, 1), (2, 2), (0.7, 3), (0.2, 4)]))
        )

    def path(self, *extensions: str, nested: float = 0.3) -> str:
        """A relative path that ends in one of `extensions`."""
        draw = self.draw
        extension = draw.pick(extensions)
        if extension == "" and draw.chance(0.7):
            name = self.bare_name()
            return f"{self.folder()}/{name}" if draw.chance(nested) else name
        if extension == ".txt" and draw.chance(0.15):
            extension = draw.pick(
                [".log", ".text", ".lst", ".dat", ".out", ".notes", ".asc", ".list", ".md", ".tex", ".org", ".adoc"]
            )
        stem = self.dotted() if draw.chance(0.1) else self.stem()
        if extension == ".py" and draw.chance(0.85):
            stem = stem.replace("-", "_")
        if extension == ".py" and stem in _SHADOWS:
            stem += "_" + self.word()
        name = stem + extension
        return f"{self.folder()}/{name}" if draw.chance(nested) else name


BARE_NAMES = """Makefile Makefile Dockerfile Dockerfile LICENSE LICENSE README Procfile CHANGELOG TODO NOTES AUTHORS CODEOWNERS Jenkinsfile
Vagrantfile Gemfile Rakefile Caddyfile Pipfile Brewfile Justfile Containerfile Guardfile Podfile Fastfile VERSION INSTALL COPYING NEWS
MANIFEST OWNERS MAINTAINERS CONTRIBUTORS HISTORY THANKS BUILD WORKSPACE Tiltfile Earthfile hosts crontab passwd fstab motd exports
services profile SECURITY FAQ RELEASES ROADMAP GNUmakefile makefile dockerfile license readme todo notes""".split()
DOTFILES = """env env env.local env.test env.production env.staging env.example env.dev env.sample gitignore gitattributes editorconfig
dockerignore npmrc nvmrc bashrc zshrc profile vimrc pylintrc flake8 coveragerc prettierrc eslintrc babelrc inputrc tool-versions
python-version node-version mailmap config.yml travis.yml gitlab-ci.yml rubocop.yml pre-commit-config.yaml eslintrc.json swcrc
yarnrc condarc pypirc curlrc wgetrc screenrc tmux.conf htaccess hushlogin secrets settings.ini options.cfg""".split()
_SHADOWS = {
    "string", "types", "token", "random", "code", "email", "calendar", "queue", "copy", "inspect", "select", "signal", "test",
    "statistics", "math", "operator", "platform", "profile", "json", "abc", "io", "time", "numbers", "enum", "re", "site",
    "codecs", "glob", "ast", "traceback", "warnings", "weakref", "locale", "struct", "heapq", "keyword", "linecache",
    "tokenize", "functools", "collections", "contextlib", "os", "sys", "stat", "posix", "logging", "path",
}  # fmt: skip
"""Module names of the standard library: a script of that name beside another would be imported in its place."""
