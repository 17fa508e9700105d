/** Words and names of our languages, keyboard walks and counting: passwords that people choose to avoid thinking of one. */
// prettier-ignore
export const words = `
password passwort passwords passw passwd passphrase parola haslo sifre sifrem clave contrasena contrasenia senha motdepasse heslo mypassword
thepassword newpassword oldpassword yourpassword passwordpassword adminadmin letmein letmeinnow welcome welcomeback willkommen bienvenue bienvenido
bemvindo vitejte witamy hosgeldiniz admin administrator administrador root toor user username guest master superuser supervisor manager owner
default changeme changethis changeit secret topsecret mysecret geheim private access accessdenied login loginlogin signin enter entrar open opensesame
sesame abracadabra trustno trustnoone correcthorse correcthorsebatterystaple correcthorse correcthorsebatterystaple whatever nothing something anything everything nobody somebody forever always never again
iloveyou iloveu iloveme ilovemyself ilovegod ilovehim iloveher ilovejesus ilovemusic ilovecats ilovedogs lovelove loveme loveyou lovely lover lovers
loveforever mylove truelove mylife onelove tequiero teamo teamomucho jetaime ichliebedich ichliebe kochamcie kocham kochanie seniseviyorum askim askimsin
canim tatlim teiubesc iubirea iubire miluju miluji milacku laska lasko amor amorcito amormio meuamor miamor cheri cherie moncoeur liebe liebling schatz
schatzi skarbie slonko sunshine sunflower sunrise sunset moonlight starlight stardust rainbow butterfly snowflake snowball snowman strawberry blueberry
raspberry blackberry cherry banana bananas ananas chocolate chocolat chocolates cookie cookies cupcake pancake pancakes cheesecake icecream pizza
hamburger burger coffee nutella cocacola pepsi pepsicola redbull smirnoff heineken whiskey tequila jackdaniels vanilla caramel candy sweet sweetie
sweetheart honey honeybee sugar baby babygirl babyboy babydoll princess princesa princesse prinzessin ksiezniczka princezna prenses queen queenbee
king kingkong kings prince angel angels angelo angelica angelina angelito devil demon lucifer satan heaven hell paradise destiny destino fortune lucky
luckyme freedom libertad liberty liberte freiheit peace peaceful harmony happiness happy happyday happylife smile smiley friend friends friendship
bestfriend bestfriends family familia familie famille rodina rodzina mother mommy mama mamusia mamapapa mamaptata father daddy papa brother sister
sisters grandma grandpa children kinder enfants football futbol fussball fodbold soccer baseball basketball volleyball handball tennis hockey golf golfer
swimming running cycling skateboard snowboard surfing boxing karate liverpool arsenal chelsea everton tottenham manchester manutd manunited mancity
barcelona fcbarcelona realmadrid madrid atletico valencia sevilla juventus inter milan napoli roma bayern bayernmunchen dortmund borussia schalke
hamburg galatasaray fenerbahce besiktas trabzonspor steaua dinamo rapid sparta slavia legia legiawarszawa wisla lech dynamo dynamokyiv shakhtar benfica
porto sporting flamengo corinthians palmeiras santos boca river celtic rangers eagles cowboys steelers packers yankees redsox lakers celtics bulls
ronaldo ronaldinho cristiano messi neymar zidane beckham maradona pele mbappe lewandowski shevchenko batman superman spiderman ironman wolverine hulk
avengers captain captainamerica deadpool joker starwars startrek skywalker lukeskywalker darthvader yoda chewbacca harrypotter hogwarts gryffindor
slytherin hermione dumbledore voldemort gandalf frodo aragorn legolas lordoftherings matrix neo terminator godfather rocky rambo jamesbond titanic avatar
pokemon pikachu charizard bulbasaur naruto sasuke sakura dragonball goku vegeta onepiece minecraft fortnite roblox counterstrike callofduty warcraft
worldofwarcraft starcraft diablo zelda mario supermario sonic nintendo playstation xbox gamer gameover simpsons homer bartsimpson southpark mickey
mickeymouse minnie donald donaldduck goofy winnie tigger hellokitty barbie cinderella aurora snoopy garfield scooby scoobydoo pinky tweety
spongebob patrick michael michelle jennifer jessica jessie jordan joshua matthew mathew andrew anthony daniel daniela daniella danielle david robert
roberto richard william thomas charles charlie christopher christian christina christine christmas nicholas nicolas nicole natalie nathan alexander
alexandra alexandre alexandru alexandria alejandro alejandra alessandro benjamin jonathan samantha stephanie elizabeth victoria vanessa veronica
veronika valentina valentin gabriel gabriela gabriella isabella isabelle angelika anastasia anastasiya katarzyna katerina katharina catherine caroline
carolina karolina margaret margarita martina martin marina mariana marianne mariusz mateusz malgorzata magdalena monika agnieszka aleksandra aleksander
bartek bartosz dominik dominika grzegorz jacek janusz jaroslav jaroslaw justyna kamil kamila krystyna krzysztof lukasz maciej michal natalia patrycja
pawel piotr przemek radek rafal sebastian slawek stanislav stanislaw tomasz wojtek wojciech zuzanna oleksandr oleksandra volodymyr andriy serhiy
tetiana natalka oksana olena dmytro vitaliy bohdan yaroslav mykola ivanna kateryna vladimir sergey dmitry natasha tatiana svetlana olga
aleksey maksim maxim nikita ekaterina mustafa mehmet ahmet emine fatma ayse zeynep yusuf ibrahim istanbul ankara izmir turkiye mehmetali murat
hakan emre burak kemal ataturk sultan osmanli francisco fernando fernanda alberto alvaro antonio carlos diego eduardo enrique esperanza guadalupe
guillermo gonzalez rodriguez hernandez fernandez martinez lopez sanchez garcia javier joaquin jose josefina juancarlos luis manuel mercedes miguel
pablo patricia pedro rafael ramon raquel ricardo rosario salvador santiago sergio silvia susana teresa joao joaninha leonardo leticia lisboa portugal
bruno cristina filipe goncalo helena ines mariajose rodrigo tiago vitoria andreea andrei bogdan bucuresti claudia constantin cosmin cristian elena
florin gheorghe ioana ionut laurentiu mihaela mihai nicoleta razvan romania stefan stefania vasile vlad jakub jana jirka jiri katka lenka lucie marek
marketa miroslav ondrej pavel pavlina petra praha tereza tomas vaclav zdenek ceskarepublika andreas berlin birgit brigitte christoph daniela deutschland
dieter elisabeth florian franziska gabriele hannover heike helmut jurgen kerstin klaus manfred markus matthias michaela monique munchen nadine
oliver philipp philippe sabine sebastien stefanie steffi susanne sven thorsten ulrike wolfgang aurelie camille cedric celine chloe corentin dominique
emilie fabien francois francoise frederic guillaume isabel jacques jeanne julien juliette laurent marseille mathieu maxime nathalie olivier pascal
paris parisparis pauline pierre romain sandrine sophie stephane sylvie thierry valerie vincent virginie london londres england britain british scotland
edinburgh glasgow ireland dublin america american california newyork newyorkcity chicago texas florida hollywood washington australia canada europe
warszawa polska krakow gdansk poznan wroclaw ukraine ukraina ukrainka kyiv lviv odesa kharkiv slavaukraini moscow russia qwerty qwertz azerty qwertyui
qwertyuiop qwertzuiop azertyuiop qwertyqwerty qwertyuiopasdfghjkl asdf asdfgh asdfghjkl asdfasdf asdfjkl zxcv zxcvbn zxcvbnm zxcvbnmasdfghjkl qazwsx
qazwsxedc qazxsw qweasd qweasdzxc qweqwe qwerasdf qwerasdfzxcv wasd poiuytrewq lkjhgfdsa mnbvcxz abcabc abcdef abcdefg abcdefgh abcdefghi abcdefghij
abcdefghijkl abcdefghijklmnopqrstuvwxyz aaa aaaa aaaaaa xxx xxxxxx zzzzzz hello hellohello helloworld hallo hallohallo merhaba bonjour bonsoir buongiorno
ciao hola holahola ola salut ahoj ahojahoj czesc dzien privet pryvit goodbye goodmorning goodnight goodluck test tester testing testtest teste
testpassword temp temporary demo sample example dragon dragons dragonfly tiger tigers lion lions panther jaguar eagle falcon hawk wolf wolves
phoenix unicorn unicornio monkey monkeys gorilla elephant dolphin dolphins shark sharks turtle penguin penguins panda pandas kitten kittens kitty pussycat
puppy puppies doggie doggy rabbit bunny horse horses pony spider scorpion snake cobra mustang ferrari porsche mercedesbenz lamborghini bugatti maserati
corvette camaro harley harleydavidson kawasaki yamaha honda toyota bmw audi volkswagen ford chevrolet cadillac nissan skyline subaru impreza summer
summertime winter wintertime autumn spring january february march april june july august september october november december monday tuesday wednesday
thursday friday saturday sunday sommer winter lato zima verano primavera invierno otono verao inverno printemps automne computer computers internet
windows macintosh apple applepie iphone samsung galaxy nokia motorola google googlegoogle facebook instagram twitter youtube whatsapp telegram tiktok
snapchat linkedin amazon netflix spotify microsoft yahoo gmail hotmail outlook linux ubuntu server database network software hardware hacker hacked
hackme cheater killer shadow shadows ghost ninja samurai warrior warriors knight hunter hunting fishing soldier army navy marine marines airforce pilot
police fireman doctor nurse student teacher school schools college university music musica musik musique guitar guitarra piano pianist drummer drums
metal metallica megadeth slipknot nirvana linkinpark greenday eminem rihanna beyonce madonna shakira bieber justinbieber onedirection taylorswift
beatles thebeatles queenband acdc ironmaiden pinkfloyd rollingstones elvis elvispresley bobmarley reggae hiphop technomusic jesus jesuschrist jesuslovesme
christ godisgood godislove godbless blessed blessing faith grace hope prayer praisegod allah allahuakbar bismillah mohammed muhammad buddha krishna shiva
diamond diamonds crystal silver golden goldfish platinum rocket thunder lightning storm hurricane tornado fire fireball icecube iceman phantom
mystery magic magical wizard merlin fantasy dream dreams dreamer dreaming imagine believe beautiful beauty pretty gorgeous handsome cutie cutiepie hottie
sexy sexygirl sexybaby sexyboy playboy player single kismet kismetkismet datingsite dating flirt romance soulmate money moneymoney dollar euro million
millionaire rich success winner number numberone nummereins first firstlove second secondary third orange purple yellow green greenday blue bluesky red
redrose rosebud roses flower flowers tulips daisy violet lavender jasmine lily black blackcat blackwhite white whiteboy pink pinkpink trinity maverick
ranger cowboy pirate pirates titan titans spartan spartans viking vikings trojan legend legendary champion champions victory
`
