export const commonWords: ReadonlySet<string> = new Set(
  `tapewire marketdata apikey trading trader bitcoin ethereum crypto stocks forex money dollar wallstreet
  password passwort passwd pass passw passport motdepasse contrasena senha parola mima wode mima woaini woaiwojia woaini
  qwerty qwertz azerty qwertyu qwertyuiop qwe qweasd qweasdzxc asdf asdfgh asdfghjk asdfghjkl zxcv zxcvbn zxcvbnm qazwsx
  qazwsxedc wsxedc qaz wsx admin administrator root user guest test tester testing demo default changeme change letmein
  welcome hello helloworld hallo login signin logon access master secret secure security private system manager server
  service support office company business computer internet network windows linux ubuntu oracle mysql postgres database
  google facebook twitter youtube amazon apple android samsung microsoft yahoo hotmail gmail outlook netflix spotify tiktok
  wechat weixin alibaba taobao baidu tencent huawei xiaomi iphone nokia
  iloveyou loveyou iloveu love lovely lover loveme mylove forever baby babygirl babyboy angel angels princess prince queen
  king kingdom honey sweet sweetie sweetheart darling beautiful pretty cutie sexy kitty kitten teddy teddybear
  monkey dragon tiger lion eagle falcon wolf panther bear shark snake horse puppy doggy doggie kitkat chicken turtle dolphin
  butterfly phoenix unicorn pokemon pikachu naruto goku batman superman spiderman ironman hulk avengers marvel joker
  starwars skywalker vader yoda matrix hunter ranger warrior ninja samurai pirate wizard magic merlin gandalf hobbit
  football soccer baseball basketball hockey tennis golf golfer cricket rugby boxing swimming liverpool arsenal chelsea
  barcelona realmadrid juventus manchester yankees lakers cowboys steelers packers rangers redsox dodgers eagles
  michael jordan jackson michelle jennifer jessica ashley amanda melissa nicole daniel andrew thomas robert charlie george
  william richard matthew anthony joshua justin jonathan christopher alexander alexandra victoria elizabeth maria patrick
  martin oliver harley maggie buster bailey ginger pepper cookie shadow smokey tigger snoopy bandit rocky lucky max toby
  summer winter spring autumn sunshine sunflower flower flowers rainbow moonlight star stars starlight sunday monday tuesday
  wednesday thursday friday saturday january february march april june july august september october november december
  london paris berlin newyork boston chicago dallas texas california florida america american england france germany
  india pakistan indonesia malaysia singapore hongkong china beijing shanghai taiwan tokyo japan korea canada australia
  freedom liberty peace heaven jesus christ jesuschrist godisgood blessed blessing faith hope trustno trustnoone trust
  whatever nothing something anything everything everyone nobody someone letmesee openup opensesame sesame abracadabra
  cheese banana apple orange lemon cherry strawberry chocolate vanilla coffee cookie pizza burger chicken butter sugar
  purple yellow green black white silver golden diamond crystal gold blue red pink
  corvette mustang ferrari porsche mercedes toyota honda yamaha kawasaki harleydavidson camaro lamborghini
  guitar music player gamer gaming minecraft fortnite roblox counterstrike warcraft starcraft callofduty playstation xbox
  nintendo mario zelda sonic tetris metallica nirvana beatles slipknot eminem rockstar superstar popstar
  family mother father mommy daddy mama papa sister brother friend friends friendship bestfriend boyfriend girlfriend
  school student teacher college university engineer doctor nurse police soldier army marine navy airforce
  killer hacker hacked cracker zombie vampire demon devil satan hell ghost death badboy badgirl bigdog bigboss boss
  asshole fuck fuckyou fuckoff bitch shit bullshit pussy dick
  abc abcd abcde abcdef abcdefg abcdefgh abcabc aaa aaaa aaaaaa xxx xxxx xxxxxx zzzzzz foobar foo bar blah test
  temp temppass temporary newpass newpassword mypass mypassword yourpassword thepassword nopassword oldpassword userpassword
  adminadmin passpass testtest rootroot adminpass rootpass adminpassword superuser sysadmin webmaster
  correcthorsebatterystaple thisisapassword thisismypassword passwordpassword`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
