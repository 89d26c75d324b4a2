"""Words that many people misspell, and small files with some of them."""

from __future__ import annotations

from tools.pocket.contents_neighbours import Row, Sheet
from tools.pocket.draw import Draw
from tools.pocket.task import Unsuitable
from tools.pocket.words import ANIMALS, COLORS, FRUITS, GOODS, JOBS, Vocabulary

MISSPELT = dict(
    pair.split(":")
    for pair in """
recieve:receive recieved:received reciept:receipt beleive:believe acheive:achieve acheived:achieved acheivement:achievement adress:address adresses:addresses
seperate:separate seperated:separated seperator:separator seperately:separately definately:definitely definitly:definitely occured:occurred occurence:occurrence occuring:occurring
accomodate:accommodate accomodation:accommodation acommodate:accommodate begining:beginning beggining:beginning calender:calendar catagory:category catagories:categories cemetary:cemetery
collegue:colleague commited:committed comittee:committee commitee:committee comparision:comparison concious:conscious concensus:consensus curiousity:curiosity decieve:deceive
dependancy:dependency dependancies:dependencies desparate:desperate dissapear:disappear dissapeared:disappeared dissapoint:disappoint dissapointed:disappointed
embarass:embarrass embarassing:embarrassing enviroment:environment enviroments:environments existance:existence existant:existent familar:familiar finaly:finally foriegn:foreign
fourty:forty freind:friend freinds:friends goverment:government gaurd:guard gaurantee:guarantee garantee:guarantee grammer:grammar greatful:grateful happend:happened harrass:harass
heighth:height heirarchy:hierarchy hierachy:hierarchy humourous:humorous immediatly:immediately imediately:immediately independant:independent indispensible:indispensable
inteligent:intelligent intresting:interesting intrest:interest interupt:interrupt interupted:interrupted irrelevent:irrelevant knowlege:knowledge labratory:laboratory
lenght:length lenghts:lengths liason:liaison libary:library maintainance:maintenance maintenence:maintenance manuever:maneuver medeval:medieval
millenium:millennium miniture:miniature minuscle:minuscule mispell:misspell mispelled:misspelled neccessary:necessary necesary:necessary neccesary:necessary neice:niece nieghbor:neighbor
nieghbour:neighbour noticable:noticeable ocasion:occasion occassion:occasion occassionally:occasionally ocurrence:occurrence offical:official ommit:omit ommited:omitted oppurtunity:opportunity
opportunaty:opportunity orginal:original orignal:original paralel:parallel parralel:parallel parrallel:parallel parliment:parliament particulary:particularly pasttime:pastime percieve:perceive
performence:performance perfomance:performance permanant:permanent persistant:persistent persue:pursue peice:piece peices:pieces playwrite:playwright posession:possession
possesion:possession potatos:potatoes tomatos:tomatoes preceed:precede prefered:preferred prefering:preferring presance:presence privelege:privilege priviledge:privilege privilage:privilege
probaly:probably probabaly:probably proceedure:procedure profesional:professional proffesional:professional proffesor:professor promiss:promise pronounciation:pronunciation
publically:publicly quanity:quantity quantaty:quantity questionaire:questionnaire queing:queuing recomend:recommend recomended:recommended reccomend:recommend reccommend:recommend
refered:referred refering:referring referal:referral referrence:reference religous:religious rember:remember remeber:remember remembar:remember repetion:repetition resistence:resistance
responce:response responsability:responsibility responsable:responsible restaraunt:restaurant resturant:restaurant restarant:restaurant rythm:rhythm rythym:rhythm rediculous:ridiculous
sacrafice:sacrifice saftey:safety schedual:schedule shedule:schedule scedule:schedule scissers:scissors secratary:secretary secertary:secretary sieze:seize sentance:sentence sentances:sentences
seargent:sergeant severly:severely similiar:similar simular:similar sincerly:sincerely sincerley:sincerely speach:speech speciman:specimen strenght:strength strengh:strength succesful:successful
successfull:successful sucess:success succes:success successfuly:successfully sufficent:sufficient supercede:supersede suprise:surprise surprize:surprise suprised:surprised surveilance:surveillance
tatoo:tattoo temperture:temperature temprature:temperature tempature:temperature temporarly:temporarily temporery:temporary tendancy:tendency theif:thief threshhold:threshold treshold:threshold
thourough:thorough tommorow:tomorrow tommorrow:tomorrow tomorow:tomorrow tounge:tongue transfered:transferred transfering:transferring truely:truly twelth:twelfth tyrany:tyranny
unfortunatly:unfortunately unforseen:unforeseen untill:until unecessary:unnecessary usefull:useful usally:usually usualy:usually vaccum:vacuum vacume:vacuum vegatable:vegetable vegtable:vegetable
vehical:vehicle vehicule:vehicle visable:visible volounteer:volunteer wierd:weird wellcome:welcome wensday:Wednesday wednsday:Wednesday writting:writing
writen:written yeild:yield agressive:aggressive allready:already allmost:almost alltogether:altogether amature:amateur ammount:amount anual:annual anually:annually apparant:apparent
apparantly:apparently appearence:appearance aquire:acquire aquired:acquired arguement:argument arguements:arguments assasin:assassin athiest:atheist attatch:attach attatchment:attachment
atachment:attachment availible:available availabe:available avaliable:available avalable:available awfull:awful balence:balance bananna:banana basicly:basically becuase:because becouse:because
befor:before benifit:benefit beutiful:beautiful beatiful:beautiful biscut:biscuit bizzare:bizarre boundry:boundary bouy:buoy brillant:brilliant brocolli:broccoli brocoli:broccoli bussiness:business
buisness:business busines:business carefull:careful carribean:Caribbean certian:certain cheif:chief choclate:chocolate chocolat:chocolate cinamon:cinnamon cinammon:cinnamon colum:column
collumn:column comming:coming compatability:compatibility compatable:compatible completly:completely complience:compliance conection:connection connecton:connection conditon:condition
configuraton:configuration configration:configuration congradulations:congratulations consistant:consistent contructor:constructor continous:continuous continously:continuously controll:control
convienient:convenient convinient:convenient correspondance:correspondence cucumbr:cucumber definiton:definition defintion:definition delievery:delivery delivary:delivery
descripton:description desciption:description developement:development diffrent:different diferent:different dificult:difficult difficulity:difficulty dinning:dining disapear:disappear
documention:documentation docment:document duplicat:duplicate eigth:eighth elegible:eligible eligable:eligible equiped:equipped equipement:equipment excede:exceed excelent:excellent
exellent:excellent exercize:exercise excercise:exercise exeption:exception expierence:experience experiance:experience explaination:explanation explination:explanation extention:extension
extreem:extreme extremly:extremely facinating:fascinating facilty:facility favorit:favorite febuary:February feburary:February flexable:flexible fluorecent:fluorescent foward:forward
functon:function futher:further garbadge:garbage generaly:generally genious:genius handeled:handled hankerchief:handkerchief hieght:height hygeine:hygiene hygene:hygiene
identifer:identifier ignorence:ignorance immitate:imitate implmentation:implementation implimentation:implementation importent:important incomming:incoming incorect:incorrect inital:initial
initalize:initialize innoculate:inoculate instalation:installation instuction:instruction instrution:instruction insurence:insurance invalide:invalid invitaton:invitation jewelery:jewelry
kichen:kitchen kitchin:kitchen langauge:language lanuage:language laguage:language lettice:lettuce maintainence:maintenance managment:management mangement:management
maximun:maximum minimun:minimum mesage:message messege:message mesages:messages misteak:mistake mistery:mystery mountian:mountain mosture:moisture necklase:necklace neigbour:neighbour
nineth:ninth ninty:ninety nuisence:nuisance numbr:number obediant:obedient obsticle:obstacle openning:opening opperation:operation operaton:operation oportunity:opportunity optionnal:optional
overriden:overridden paramter:parameter paramater:parameter parameterr:parameter passwrod:password pasword:password pavillion:pavilion perminent:permanent permision:permission permisson:permission
picknick:picnic plesant:pleasant pleasent:pleasant poisin:poison portugese:Portuguese preperation:preparation prepair:prepare prescence:presence previus:previous previos:previous primative:primitive
privat:private proccess:process proces:process processer:processor programing:programming propery:property prority:priority protocoll:protocol quater:quarter quaterly:quarterly
queston:question recipie:recipe recipi:recipe recogize:recognize regestration:registration registartion:registration relevent:relevant reliabe:reliable remainig:remaining repositry:repository
repositiory:repository requierd:required requred:required requirment:requirement requirments:requirements resourse:resource ressource:resource resouce:resource retreive:retrieve retrive:retrieve
retrun:return retun:return sandwhich:sandwich sanwich:sandwich sattelite:satellite satelite:satellite sceince:science secion:section selction:selection sequense:sequence servive:service
sevice:service signiture:signature signture:signature soldger:soldier spagetti:spaghetti spinnach:spinach statment:statement statments:statements storeage:storage straightfoward:straightforward
stomache:stomach subcribe:subscribe subscripton:subscription substract:subtract sumary:summary supposably:supposedly suport:support symetric:symmetric sythesis:synthesis
tecnical:technical techical:technical teh:the thier:their ticktes:tickets todya:today togehter:together trasaction:transaction transacton:transaction transparant:transparent
triangel:triangle tripple:triple typcial:typical udpate:update upadte:update updaet:update usefullness:usefulness uesr:user varible:variable varaible:variable variabel:variable verison:version
verson:version vinager:vinegar vinigar:vinegar volum:volume warrenty:warranty waranty:warranty wieght:weight weigth:weight widht:width windoe:window yesturday:yesterday yogart:yogurt zuccini:zucchini zuchini:zucchini
""".split()
)
WORDS = list(MISSPELT)
RIGHT = sorted(set(MISSPELT.values()))
PLAIN = [word for word in (*GOODS[:100], *COLORS, *FRUITS, *ANIMALS, *JOBS) if word.isalpha() and word not in RIGHT]
"""Words that nobody takes for misspelt."""
_LINES = {
    ".ts": ['export const {k} = "{x}";', "// {x}", 'throw new Error("{x}");', "  show(`{x}`);"],
    ".js": ['const {k} = "{x}";', "// {x}", 'alert("{x}");', "  log('{x}');"],
    ".py": ['{k} = "{x}"', "# {x}", 'print("{x}")', '    raise ValueError("{x}")'],
    ".json": ['  "{k}": "{x}",'],
    ".yaml": ["{k}: {x}", "# {x}", '{k}: "{x}"'],
    ".properties": ["{k}={x}", "# {x}"],
    ".md": ["- {x}", "## {x}", "{x}.", "* **{x}**"],
    ".txt": ["{x}.", "{x}", "- {x}", "{k}: {x}"],
    ".html": ["<p>{x}</p>", "<h2>{x}</h2>", "<li>{x}</li>", "<!-- {x} -->"],
    ".csv": ["{k},{x},{n}"],
    ".sh": ['echo "{x}"', "# {x}"],
    ".go": ['\tfmt.Println("{x}")', "// {x}", '\t{k} := "{x}"'],
}


def cased(word: str, like: str) -> str:
    """`word` with capitals as `like` has them."""
    return word.upper() if like.isupper() else word[0].upper() + word[1:] if like[0].isupper() else word


def _text(draw: Draw, word: str) -> str:
    few = [draw.pick([draw.pick(PLAIN), draw.pick(RIGHT).lower()]) for _ in range(draw.randint(1, 3))]
    words = few[:]
    words.insert(draw.randint(0, len(few)), word)
    text = " ".join(words)
    return text[0].upper() + text[1:] if draw.chance(0.5) else text


def misspelt(v: Vocabulary) -> tuple[Sheet, list[tuple[Row, str]]]:
    """A file of short texts, and its rows with the misspelt word that each has, as it stands there."""
    draw = v.draw
    ending = draw.pick(list(_LINES))
    count = draw.randint(5, 9)
    wrong = list({MISSPELT[word][:5].lower(): word for word in draw.sample(WORDS, count + 3)}.values())[:count]
    lines = ["{"] if ending == ".json" else []
    rows: list[tuple[Row, str]] = []
    for place in range(count):
        bad = draw.chance(0.75)
        text = _text(draw, wrong[place] if bad else draw.pick(RIGHT))
        form = draw.pick(_LINES[ending])
        key = f"{draw.pick(PLAIN)}_{draw.pick('abcdefgh')}" if ending == ".json" else draw.pick(PLAIN)
        line = form.format(k=key, x=text, n=draw.randint(1, 99))
        if ending == ".json" and place == count - 1:
            line = line.rstrip(",")
        if bad:
            found = next((w for w in text.split(" ") if w.lower() == wrong[place].lower()), "")
            rows.append((Row(len(lines), "", found, found, [line], ["word"], lambda row: row.values[0]), found))
        lines.append(line)
    lines += ["}"] if ending == ".json" else []
    whole = "\n".join(lines).lower()
    if any(not found or whole.count(found.lower()) != 1 for _, found in rows) or len(rows) < 4:
        raise Unsuitable("twin")
    return Sheet(v.path(ending, nested=0.15), "text", lines, [row for row, _ in rows]), rows
