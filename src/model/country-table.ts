// Written by build/data/country-table.ts from countries-list (MIT); don't edit.
/**
 * The facts that follow from a country code, parsed by `country-facts.ts`. Each line has a continent, a currency and a
 * colon, then countries: code, calling code, language, English name. Unknown facts are left out.
 */
export const countryTable = `AFAOA:AO244ptAngola
AFBIF:BI257frBurundi
AFBWP:BW267enBotswana
AFCDF:CD243frDemocratic Republic of the Congo
AFCVE:CV238ptCabo Verde
AFDJF:DJ253frDjibouti
AFDZD:DZ213arAlgeria
AFEGP:EG20arEgypt
AFERN:ER291tiEritrea
AFETB:ET251amEthiopia
AFEUR:RE262frReunion;YT262frMayotte
AFGHS:GH233enGhana
AFGMD:GM220enGambia
AFGNF:GN224frGuinea
AFKES:KE254enKenya
AFKMF:KM269arComoros
AFLRD:LR231enLiberia
AFLSL:LS266enLesotho
AFLYD:LY218arLibya
AFMAD:EH212esWestern Sahara;MA212arMorocco
AFMGA:MG261frMadagascar
AFMRU:MR222arMauritania
AFMUR:MU230enMauritius
AFMWK:MW265enMalawi
AFMZN:MZ258ptMozambique
AFNAD:NA264enNamibia
AFNGN:NG234enNigeria
AFRWF:RW250rwRwanda
AFSCR:SC248frSeychelles
AFSDG:SD249arSudan
AFSHP:SH290enSaint Helena
AFSLE:SL232enSierra Leone
AFSOS:SO252soSomalia
AFSSP:SS211enSouth Sudan
AFSTN:ST239ptSao Tome and Principe
AFSZL:SZ268enEswatini
AFTND:TN216arTunisia
AFTZS:TZ255swTanzania
AFUGX:UG256enUganda
AFXAF:CF236frCentral African Republic;CG242frRepublic of the Congo;CM237frCameroon;GA241frGabon;GQ240esEquatorial Guinea;TD235frChad
AFXOF:BF226frBurkina Faso;BJ229frBenin;CI225frIvory Coast;GW245ptGuinea-Bissau;ML223frMali;NE227frNiger;SN221frSenegal;TG228frTogo
AFZAR:ZA27enSouth Africa
AFZMW:ZM260enZambia
AFZWG:ZW263enZimbabwe
AN:AQ672Antarctica
ANAUD:HM61enHeard Island and McDonald Islands
ANEUR:TF262frFrench Southern Territories
ANGBP:GS500enSouth Georgia and the South Sandwich Islands
ANNOK:BV47noBouvet Island
ASAED:AE971arUnited Arab Emirates
ASAFN:AF93faAfghanistan
ASAMD:AM374hyArmenia
ASAUD:CC61enCocos (Keeling) Islands;CX61enChristmas Island
ASAZN:AZ994azAzerbaijan
ASBDT:BD880bnBangladesh
ASBHD:BH973arBahrain
ASBND:BN673msBrunei
ASBTN:BT975dzBhutan
ASCNY:CN86zhChina
ASGEL:GE995kaGeorgia
ASHKD:HK852zhHong Kong
ASIDR:ID62idIndonesia
ASILS:IL972heIsrael;PS970arPalestine
ASINR:IN91hiIndia
ASIQD:IQ964arIraq
ASIRR:IR98faIran
ASJOD:JO962arJordan
ASJPY:JP81jaJapan
ASKGS:KG996kyKyrgyzstan
ASKHR:KH855kmCambodia
ASKPW:KP850koNorth Korea
ASKRW:KR82koSouth Korea
ASKWD:KW965arKuwait
ASKZT:KZ7ruKazakhstan
ASLAK:LA856loLaos
ASLBP:LB961arLebanon
ASLKR:LK94siSri Lanka
ASMMK:MM95myMyanmar
ASMNT:MN976mnMongolia
ASMOP:MO853zhMacao
ASMVR:MV960dvMaldives
ASMYR:MY60msMalaysia
ASNPR:NP977neNepal
ASOMR:OM968arOman
ASPHP:PH63enPhilippines
ASPKR:PK92urPakistan
ASQAR:QA974arQatar
ASSAR:SA966arSaudi Arabia
ASSGD:SG65enSingapore
ASSYP:SY963arSyria
ASTHB:TH66thThailand
ASTJS:TJ992tgTajikistan
ASTMT:TM993tkTurkmenistan
ASTRY:TR90trT\u00fcrkiye
ASTWD:TW886zhTaiwan
ASUSD:IO246enBritish Indian Ocean Territory
ASUZS:UZ998uzUzbekistan
ASVND:VN84viVietnam
ASYER:YE967arYemen
EUALL:AL355sqAlbania
EUBAM:BA387bsBosnia and Herzegovina
EUBYN:BY375ruBelarus
EUCHF:CH41deSwitzerland;LI423deLiechtenstein
EUCZK:CZ420csCzechia
EUDKK:DK45daDenmark;FO298foFaroe Islands
EUEUR:AD376caAndorra;AT43deAustria;AX358svAland;BE32nlBelgium;BG359bgBulgaria;CY357elCyprus;DE49deGermany;EE372etEstonia;ES34esSpain;FI358fiFinland;FR33frFrance;GR30elGreece;HR385hrCroatia;IE353enIreland;IT39itItaly;LT370ltLithuania;LU352frLuxembourg;LV371lvLatvia;MC377frMonaco;ME382srMontenegro;MT356mtMalta;NL31nlNetherlands;PT351ptPortugal;SI386slSlovenia;SK421skSlovakia;SM378itSan Marino;VA39itVatican City;XK383sqKosovo
EUGBP:GB44enUnited Kingdom;GG44enGuernsey;IM44enIsle of Man;JE44enJersey
EUGIP:GI350enGibraltar
EUHUF:HU36huHungary
EUISK:IS354isIceland
EUMDL:MD373roMoldova
EUMKD:MK389mkNorth Macedonia
EUNOK:NO47noNorway;SJ47noSvalbard and Jan Mayen
EUPLN:PL48plPoland
EURON:RO40roRomania
EURSD:RS381srSerbia
EURUB:RU7ruRussia
EUSEK:SE46svSweden
EUUAH:UA380ukUkraine
NAAWG:AW297nlAruba
NABBD:BB1246enBarbados
NABMD:BM1441enBermuda
NABSD:BS1242enBahamas
NABZD:BZ501enBelize
NACAD:CA1enCanada
NACRC:CR506esCosta Rica
NACUP:CU53esCuba
NADKK:GL299klGreenland
NADOP:DO1esDominican Republic
NAEUR:BL590frSaint Barthelemy;GP590frGuadeloupe;MF590frSaint Martin;MQ596frMartinique;PM508frSaint Pierre and Miquelon
NAGTQ:GT502esGuatemala
NAHNL:HN504esHonduras
NAHTG:HT509frHaiti
NAJMD:JM1876enJamaica
NAKYD:KY1345enCayman Islands
NAMXN:MX52esMexico
NANIO:NI505esNicaragua
NAPAB:PA507esPanama
NATTD:TT1868enTrinidad and Tobago
NAUSD:BQ599nlBonaire, Sint Eustatius and Saba;PR1esPuerto Rico;SV503esEl Salvador;TC1649enTurks and Caicos Islands;US1enUnited States;VG1284enBritish Virgin Islands;VI1340enU.S. Virgin Islands
NAXCD:AG1268enAntigua and Barbuda;AI1264enAnguilla;DM1767enDominica;GD1473enGrenada;KN1869enSaint Kitts and Nevis;LC1758enSaint Lucia;MS1664enMontserrat;VC1784enSaint Vincent and the Grenadines
NAXCG:CW599nlCuracao;SX1721enSint Maarten
OCAUD:AU61enAustralia;KI686enKiribati;NF672enNorfolk Island;NR674enNauru;TV688enTuvalu
OCFJD:FJ679enFiji
OCNZD:CK682enCook Islands;NU683enNiue;NZ64enNew Zealand;PN64enPitcairn Islands;TK690enTokelau
OCPGK:PG675enPapua New Guinea
OCSBD:SB677enSolomon Islands
OCTOP:TO676enTonga
OCUSD:AS1684enAmerican Samoa;FM691enMicronesia;GU1671enGuam;MH692enMarshall Islands;MP1670enNorthern Mariana Islands;PW680enPalau;TL670ptEast Timor;UM1enU.S. Minor Outlying Islands
OCVUV:VU678biVanuatu
OCWST:WS685smSamoa
OCXPF:NC687frNew Caledonia;PF689frFrench Polynesia;WF681frWallis and Futuna
SAARS:AR54esArgentina
SABOB:BO591esBolivia
SABRL:BR55ptBrazil
SACLP:CL56esChile
SACOP:CO57esColombia
SAEUR:GF594frFrench Guiana
SAFKP:FK500enFalkland Islands
SAGYD:GY592enGuyana
SAPEN:PE51esPeru
SAPYG:PY595esParaguay
SASRD:SR597nlSuriname
SAUSD:EC593esEcuador
SAUYU:UY598esUruguay
SAVES:VE58esVenezuela`;
