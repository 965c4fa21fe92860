"""What people have, want and say: the words that fill the slots of the phrasings."""
from pathlib import Path

CONTENTS = [line for line in (Path(__file__).parent / "data/contents.txt").read_text().splitlines() if line]


def lines(text):
    return [line.strip() for line in text.strip().split("|") if line.strip()]


THINGS = lines("""
dog|cat|bicycle|red car|blue car|chair|table|lamp|laptop|coffee cup|mug|bottle|wine glass|plate|book|old book|phone|smartphone|backpack|suitcase|handbag|
umbrella|tree|palm tree|oak|bush|flower|roses|potted plant|cactus|grass|mountain|rock|river|boat|sailing boat|ship|kayak|bridge|house|church|tower|clock tower|
castle|window|door|fence|gate|wall|roof|street sign|traffic light|stop sign|lamp post|power lines|rubbish bin|trash can|bench|fountain|statue|person|man|woman|child|
little girl|boy|baby|tourist|tourist in the yellow jacket|man with the hat|woman in the red dress|guy on the left|people in the background|crowd|cyclist|runner|
swimmer|dancer|policeman|firefighter|bride|couple|face|hand|hair|beard|glasses|sunglasses|hat|cap|scarf|shirt|t-shirt|jacket|dress|tie|shoe|sneakers|boots|watch|ring|
horse|cow|sheep|goat|elephant|giraffe|zebra|lion|bear|monkey|bird|pigeon|seagull|owl|duck|swan|parrot|fish|shark|turtle|frog|snake|lizard|crocodile|butterfly|bee|spider|
hot dog|pizza|sandwich|burger|apple|oranges|banana|bowl of soup|cake|birthday cake|donut|carrots|fork|knife|spoon|frying pan|oven|fridge|sink|toilet|bed|sofa|
cushion|mirror|picture frame|tv|remote control|keyboard|computer mouse|monitor|camera|microphone|guitar|piano|violin|drum kit|ball|football|tennis racket|skateboard|
surfboard|snowboard|skis|kite|frisbee|baseball bat|motorcycle|scooter|truck|bus|tram|train|airplane|helicopter|balloon|hot air balloon|tent|campfire|candle|clock|
vase|teddy bear|doll|toy train|scissors|toothbrush|hair dryer|sticker|price tag|logo|watermark|text at the bottom|date stamp|shadow|reflection|puddle|cloud|sun|moon|
sky|sea|sand|snow|road|pavement|sidewalk|parking meter|fire hydrant|mailbox|windmill|barn|tractor|hay bale|swimming pool|ladder|crane|scaffolding|flag|banner|poster|
graffiti|left dog|cat on the right|second cup from the left|small boat behind the bridge|broken window|green door|wooden crate|stack of books|leftmost house""")

SCENES = lines("""
a serene lake with a boat|a lighthouse at dawn|a city at night in the rain|a fox in the snow|an astronaut riding a horse|a medieval village|a cosy library|
a dragon over the mountains|a glass of lemonade on a wooden table|two cats playing chess|a robot watering flowers|a forest full of fireflies|a busy market in Marrakesh|
a jazz band in a smoky bar|a cup of coffee with steam|an old sailor|a steam train crossing a bridge|a desert with a single cactus|a castle made of ice|
a family picnic|a surfer on a huge wave|a snowy cabin|a bowl of fruit|a futuristic car|a marble statue|a cartoon rabbit|a jungle with parrots|a painting of Venice|
a space station|an underwater city|a birthday party for a hamster|a vintage motorcycle|a field of lavender|a kitchen in the style of the fifties|a superhero landing|
a tiger in a suit|a tea house in Kyoto|northern lights over a fjord|a chess board from above|a knitted elephant|a gingerbread house|a pirate ship|
an elegant living room|a pumpkin field in autumn|a rocket launch|a rainy street with umbrellas|a wizard reading|a skateboarding penguin|a bouquet of tulips|
a paper boat on a puddle|a treehouse|a sushi plate|a wolf howling at the moon|a ballerina on stage|a bicycle made of flowers|mountains in watercolour|
a beach with palm trees and a hammock|a modern office|an owl wearing glasses|a bakery window|a hedgehog with a lantern|a sunken temple|a bus stop in the fog|
a golden retriever puppy|a gothic cathedral|a cyberpunk alley|a still life with lemons|a violin on a chair|a kite festival|a meadow full of poppies|
an island shaped like a turtle|a mountain bike race|a fireplace with stockings|a laughing child|a greenhouse|a telescope on a hill|a stone bridge in spring|
a bronze horse|a crystal palace|an art deco hotel|a circus tent|a glass whale|a bedroom for a princess|a loft with big windows|a wooden robot|a zen garden""")

CHANGES_INTO = lines("""
a white horse|a vase of roses|a teddy bear|a small cactus|a lion|a bowl of apples|a golden statue|a pine tree|a sports car|a snowman|a sleeping cat|a stack of books|
a lantern|a penguin|a red balloon|an old wooden door|a clear blue sky|a sunset sky|a leather armchair|a glass of wine|a crown|a straw hat|a bunch of bananas|a puppy|
a fire hydrant|a fountain|a stone wall|an oak|a pirate hat|a bouquet|a laptop|a rainbow|moss|flowers|snow|a rose|a trumpet|a robot|pizza|a park bench|a parrot""")

MOODS = lines("calm|happy|sad|cheerful|dramatic|relaxing|epic|gentle|quiet|upbeat|dreamy|dark|mysterious|romantic|funky|slow|fast|energetic|soft|peaceful|melancholic|playful|tense|festive|warm|cool|groovy|suitable|nice|sunny|spooky|solemn|hopeful")
STYLES_OF_MUSIC = lines("piano|acoustic guitar|jazz|lo-fi|ambient|techno|rock|classical|orchestral|electronic|folk|blues|synth|strings|ukulele|accordion|flute|harp|drum|marimba|funk|christmas|country|house|reggae|hip hop|chill|cinematic|bossa nova|waltz|8-bit|brass band|cello|violin|gospel")
KINDS_OF_MUSIC = lines("music|tune|melody|song|beat|track|loop|background music|score|theme|jingle|piece|soundtrack|groove")

STYLES = lines("""an oil painting|a watercolour|a comic|a pencil drawing|a van gogh painting|a polaroid|an old photograph|a cartoon|pixel art|a woodcut|pop art|a film still|
ukiyo-e|a blueprint|an impressionist painting|a stained glass window|studio ghibli|cyberpunk|a mosaic|a vintage postcard|art nouveau|a claymation|winter|autumn|night|
golden hour|a rainy day|a fairy tale""")
LOOKS = lines("""a sepia look|more contrast|less contrast|a vignette|a white border|a thin black frame|rounded corners|warmer colours|cooler tones|a vintage look|a film look|
more saturation|less saturation|softer light|a blurred look|a matte look|some grain|brighter colours|a dreamy look|higher exposure|deeper shadows|a moody grade|a drop shadow""")
ADJUSTMENTS = lines("""brighter|darker|warmer|cooler|a bit brighter|a little darker|much brighter|sharper|softer|black and white|greyscale|sepia|more colourful|less saturated|
more contrasty|vivid|upside down|square|smaller|half the size|1200 px wide|less blue|more golden|moodier|lighter|20 percent brighter|slightly warmer|monochrome|
less yellow|paler|more dramatic|blurry|crisper|inverted|mirrored|greener""")
EDITS = lines("""brighten|darken|sharpen|blur|rotate|flip|mirror|invert|desaturate|pixelate|posterise|auto-correct|straighten|resize|lighten|soften|turn by 90 degrees|rotate left|
flip horizontally|crop square|warm up|cool down|tone down|colour grade|make pop|shrink|increase the contrast of|raise the exposure of|boost the colours of|
reduce the saturation of|add a vignette to|add a border to|put a frame around|lower the brightness of|improve the lighting of|touch up""")
SIZES = lines("800 x 600|1200 px wide|1080p|half size|1920x1080|500 pixels|a thumbnail size|50 %|2000 px on the long side|instagram size|A4|email size")
RATIOS = lines("16:9|4:3|1:1|square|9:16|3:2|2:1|portrait|a square|letter box")
WEATHERS = lines("snowy|rainy|sunny|foggy|night|winter|autumn|spring|sunset|stormy|dusk")
FORMATS = lines("png|jpg|webp|jpeg|tiff|bmp|gif")
COLORS = lines("red|blue|green|yellow|black|white|pink|purple|orange|bright red|dark green|light blue|gold|silver|turquoise|brown|grey")
LANGUAGES = lines("English|French|German|Spanish|Italian|Portuguese|Dutch|Polish|Turkish|Japanese|Chinese|Korean|Vietnamese|Arabic|Russian|Swedish|Danish|Greek|Hindi|Ukrainian|Finnish")
SPANS = lines("""0:02 to 0:05|from 0:10 to 0:20|the first 10 seconds|the first ten seconds|the last 5 seconds|the first minute|the last half minute|00:30-01:00|1:05 to 1:30|
the first 3 s|the middle 10 seconds|the first two seconds|everything after 0:30|everything before 0:12|seconds 5 to 9|the first 4 seconds|from 2s to 8s|the intro up to 0:08|
the last minute|20 seconds|30 s|the opening 15 seconds|between 0:40 and 0:55|from 1:00 on|the first half|the end from 2:10""")
TIMES = lines("0:05|0:12|1:30|second 3|10 s|0:00|2:15|the middle|the end")
SECONDS = lines("5 second|10 second|20 second|30 s|5 s|ten second|one minute|8 second|15 sec|3 second|two minute")
SPEEDS = lines("""twice as fast|at half speed|2x|0.5x|in slow motion|at double speed|1.5 times faster|slower|faster|four times as fast|50 % slower|a bit faster|at 25 % speed|
3x faster|half as fast|much slower|at 1.25x""")
PERCENTS = lines("10%|20 %|50 percent|a third|25 %|half|30%|two times|15 %")
EFFECTS = lines("reverse|fade in|fade out|normalise|pitch up|pitch down|amplify|echo|speed up|slow down|trim|boost|compress|equalise|fade in and out")
EFFECT_NOUNS = lines("reverb|an echo|a fade in|a fade out|more bass|less bass|a cathedral reverb|some echo|a longer fade|a compressor|delay|a deeper pitch|more treble|a soft fade at the end|a high pitch|a telephone effect")
LOUDER = lines("louder|quieter|6 dB louder|much louder|a bit quieter|twice as loud|3 dB quieter|deeper|higher|slower|faster|shorter|softer")

QUESTIONS = lines("""how many people are there|what is the man holding|what colour is the car|what time of day is it|what breed is the dog|is it raining|who is the oldest person|
what brand are the shoes|is the door open|what is on the table|where was this taken|what is the woman wearing|what is written on the wall|is anyone smiling|what season is it|
why is the child crying|what kind of building is this|how old does she look|is the light on|what are they eating|which animal is the largest|what is behind the tree|
what is he looking at|does the room look clean|what sport are they playing|is this safe to eat|what year could this be from|are the windows closed|what is unusual|
how tall is the tower|what material is the floor made of|is the glass full|can you see the sea|what could the weather be like|is the dog on a leash|
what is the mood|which country might this be|is it a real photo or a painting|what does the clock say|is there enough light""")

TOPICS = lines("""black holes|the history of tea|photosynthesis|sourdough bread|a trip to Norway|our new camera|a summer sale|the solar system|autumn|rust|rain|a brave hedgehog|
a lost umbrella|friendship|our bakery|the moon landing|jazz|electric cars|remote work|a new puppy|gardening in winter|chess|the sea|a concert in the park|my grandmother|
climate change|minimalism|quantum computers|a broken heart|mountain biking|good sleep|home cooking|handmade candles|a film festival|a wedding|a school play|tides|volcanoes""")

SENTENCES = lines("""We hereby inform our customers that the shop is closed on Monday.|The ferry leaves at nine.|I love the new version but the battery is too weak|
Welcome to the old harbour|Dear Sir or Madam, your order has been delayed.|See you at the lake on Saturday|The quick brown fox jumps over the lazy dog|
Anna met Peter in Berlin on the fifth of May|Thank you for your patience|the train to Lyon is late again|Good morning everyone and welcome to the show|
Our new collection arrives in spring|it was the best meal we ever had|Please keep off the grass|the meeting is moved to Thursday, room 4|He said that he would never come back|
Breaking news from the city hall|Happy birthday, dear Tom|Part 2: the kiln|Chapter one: the storm|New episode every Friday|Grand opening|50 % off|Do not disturb|
the museum opens at ten and closes at six|your password has been changed|we are hiring|Sold out|Made by hand in Portugal""")

TITLES = lines("Launch day|The brave hedgehog|Summer in Lisbon|Our workshop|Part one|Behind the scenes|The making of|Harbour lights|A day at the lake|Trip report|Garden diary|Episode 12|Open house")

POLITE_BEFORE = lines("is it possible to|is it possible for you to|I need assistance in|are you able to|please help me|i need help to|can you please|your job is to|feel free to|it would be great if you could|please|can you|could you|could you please|hey,|hi, can you|hi!|i'd like you to|i want you to|i need you to|would you|would you mind to|pls|kindly|can you help me to|help me|let's|now|ok,|ok now|first of all,|so|just|i would like to|we need to|i want to|quick one:|would it be possible to|your task:|go ahead and|i was wondering if you could")
POLITE_AFTER = lines(", can you do that?|, can you help?|, can you check?|, could you do that for me?|, can you do it?| and let me know| and let me know the number| and tell me the result| and show me the result|, can you help me with that?|? can you do that|, let me know|, will you?|please|thanks|thank you|pls|thx|thank you!|thanks a lot|for me|if possible|asap|when you have time|ta|cheers|, that's all|, nothing else|, many thanks|!|right away|for my blog|for the client|for my website|for a friend|for the newsletter|for school")
CONTEXT = lines("""this is for my blog|the client is waiting|i need this by noon|these are from our trip to Norway|i took it last summer|my boss wants it today|it was taken in 1950|
the talk is in German|the room was quite dark|sorry for the mess|it's my first film|i shot this on my phone|they are all from one shoot|the light was bad|
my daughter drew it|we want to print it|this one is my favourite|it will be on the front page|i have no idea how to do this|the original stays as it is|don't change anything else|
keep the rest as it is|nothing else should change|we met there in may|the parents insist|it should be ready for instagram|quality matters more than speed|i hope that works|
i am building a page for my bakery|the recording is from a meeting|the wind was strong|you did well yesterday|my mum turns 60 on sunday|it doesn't have to be perfect|
i'll send more tomorrow|that would be great|the other one is only there for comparison|leave the rest alone|no rush|we have a deadline on friday|hope you're well|
the file is a bit large|it is a bit long|that part is boring|there is too much noise from the street|i always liked that picture|so my client sees it|one word is enough|
as they are for the same page|it looks strange otherwise""")

NAMES = {
    "image": lines("photo|IMG_2041|DSC_0043|park|street|beach|portrait|kitchen|scan_02|old mill|screenshot|team|room|table|desk|sunset|harbour|holiday 12|product|a|b|c|left|right|city|menu|letter|sticker|band|class1|d83fa1_image|0b4f9e|garden|skyline|trevi|market|wedding_004|hut|pier|logo draft|PXL_20230412|front|back|before|after|cover|house 3"),
    "video": lines("clip|beach|talk|VID_0012|interview|match|surf|vlog12|intro|outro|drone|main|launch|wave|kiln|unboxing|lesson 3|c1|c2|rough cut|concert|trip|skate|movie|IMG_7712|family|goal|demo|part1|part2|a|b|timelapse|screen recording"),
    "audio": lines("voice|interview|bird|hum|drums|bass|keys|rough|podcast_ep3|memo|song|ep12_voice|intro_music|rain|loop|meeting|choir|recording 4|note|theme|a|b|guitar take 2|lecture|speech"),
    "text": lines("notes|story|letter|article|minutes|poem|review|script|report|subs|transcript|recipe|chapter one|email|summary|essay"),
}

# Said of a file that nothing is to be done with, or about one that is spoken of before or after.
LEFT_ALONE = lines("""leave {f} alone|don't touch {f}|{f} is only there for comparison|{f} stays as it is|{f} is fine already|ignore {f}|not {f}|{f} can stay|forget about {f}|
{f} is just for reference|nothing to do for {f}|skip {f}|{f} is for later""")
ABOUT = lines("""{f} is from last week|{f} was recorded in the kitchen|{f} is german|{f} has terrible colours|{f} is a bit long|{f} came out badly|{f} was shot at night|the photo is {f}|
this is {f}|i have {f}|here is {f}|attached is {f}|look at {f}|{f} is my favourite|{f} is what i have|you get {f}|the file is {f}""")
TASKS = lines("""create a list of ten items for a trip|write a detailed plan for a week|identify the main risks of a project|compare two approaches|divide this sentence into three parts|
solve this puzzle|design a survey for our users|explain how photosynthesis works|prove that the sum of two odd numbers is even|describe what you would see in the Grand Canyon|
find the radius of a circle with the area 12|name three causes of the first world war|write a function that sorts a list|outline a marketing strategy|translate the idea into simple words|
rewrite the following paragraph in the past tense|suggest improvements for a phone app|calculate the length of the hypotenuse|give a recipe for four people|summarise the plot of a novel|
imagine you are stranded on an island|imagine that animals could vote|suppose that you have ten minutes|think of a world without money|assume the role of a teacher""")
FURTHER = lines("""Each item should serve a unique purpose|Explain how each of them contributes|Additionally, provide an example of a mistake that someone could make|Include specific numbers|
Use simple language|Back up your argument with evidence|Make sure that it is easy to follow|What are the key metrics to consider|How could they learn from it|
Your answer should be at least 300 words|Apply statistical techniques and consider social factors|Bonus points for good jokes|What is the common feature of both|
Please justify your answer|Provide a sample with open-ended questions|Assume that the reader knows nothing|Consider both sides, and weigh them against each other|
Once you have that, divide it by three|Example: mispronounced a word during a talk. Learned from it: practised|The text should rhyme|Do not use the letter e|
Also mention the history, the costs and the risks|Show all the steps of the calculation|No item may be duplicated""")

# How people speak of what was made before (turns.py): “{n}” is a picture, a film, …
ORIGINAL = lines("""the original {n}|the original|the untouched {n}|the {n} i gave you first|the {n} i sent first|the unedited {n}|the very first version|the {n} as it was|the raw {n}|
the {n} from the beginning|my original {n}|the old {n}|the one i started with|the {n} before all this""")
VERSION_BEFORE = lines("the version before|the one before that|the {n} before that|the previous {n}|the previous version|the one before|the version before this one|the last but one")
NEWEST = lines("it|it|it|that|this|the result|the new {n}|the {n}|this {n}|that {n}|what you just made|the last one|the latest version|the finished {n}")
UNDO = lines("""undo that and|undo it,|take that back,|scrap that,|no, back one step and|go back and|forget the last change and|revert that and|i liked it better before,|the last step was wrong,|
oh no. undo, then|that's worse, back to before and|take it back and|without that last change:|undo the last step,""")
WRONG = lines("no, i meant|no, |not that one,|wrong one,|sorry, i meant|i meant|no no,|that was the wrong one.|oops,|no wait,|hm, rather|actually|not quite:|try")
BACK_TO = lines("back to the {n}:|back to the {n},|now the {n} again:|as for the {n},|about the {n} again:|to return to the {n}:|and the {n}:|the {n} again,|now for the {n} itself:|returning to the {n},|that {n} from before:")
HERE_IT_IS = lines("""here|this one|sorry, here it is|oops, forgot it|sorry, forgot to attach it. here|there you go|here you are|now it's attached|my bad, here|i meant this one|this one!|
this|ah yes, this one|should be there now|was still on my phone|sorry, here|oh, forgot to add it|it's this one|now|did it come through this time?|attached|here, sorry|this is it|take this one|ok, this|that one""")
WITH_NAME = lines("F{i}|it's F{i}|F{i}, sorry|sorry, F{i}|here: F{i}|i meant F{i}|F{i} please|F{i} of course|this: F{i}|take F{i}|right, F{i}|oh, F{i}, i thought you had that")
MASK_FIRST = lines("use the mask from before to|with that mask,|use that mask and|with the mask from before|keep the mask and|take the mask again and|in the masked area,|for that region:|with the same region,|use the region to|take that selection and|within the mask,")
PRAISE = lines("great|nice|lovely|perfect|ok|thanks|super|good|cool|fine|wow|not bad|beautiful|yes|mhm|alright|great work|that's good|oh nice|very good")
BARE_MISSING = lines("""lay the jingle under that|put the logo on it|add the second clip at the end|with the other photo next to it|put the voice over on it|lay my song under it|use the mask i made last week on it|
put the recording under it|join it with the other clip|add the outro|put the music we had last time under it|the intro goes in front of it|burn the subtitles i wrote into it|mix it with the drum track""")
