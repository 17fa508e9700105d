import { describe, expect, test } from 'vitest'
import { intents, interests, profileFields, genders, spokenLanguages } from '#features/profile/contract.ts'
import { locales, type LocaleCode } from '#shared/i18n/locales.ts'
import type { MessageKey } from '#shared/i18n/messages.ts'
import { textsOf } from './support/browser/texts.ts'

/** Every label that may be part of a sentence. */
const keys: MessageKey[] = [
  ...interests.map((interest) => `profile.interest.${interest}` as const),
  ...profileFields.map((field) => `profile.field.${field}` as const),
  ...intents.map((intent) => `profile.intent.${intent}` as const),
  ...genders.map((gender) => `profile.seeks.${gender}` as const),
  ...(['toast', 'sound', 'email'] as const).map((channel) => `settings.notifications.kinds.${channel}` as const),
  'settings.devices.unknown',
]

/** The spelling of each label there, in the order above, as reviewed by a person who reads the language. */
const written: Record<LocaleCode, string> = {
  en: `
    art · astronomy · baking · board games · books · camping · cats · ceramics · cinema · climbing · coffee · cooking ·
    cycling · dancing · dogs · fashion · football · gardening · live music · hiking · history · languages · meditation ·
    museums · painting · photography · podcasts · poetry · running · sailing · science · singing · skiing · surfing ·
    swimming · tea · theatre · travel · video games · volunteering · wine · writing · yoga ·
    about you · what you’re looking for · interests · languages you speak · height · build · drinking · smoking ·
    education · children · politics · religion · orientation ·
    marriage · a lasting relationship · dating, and see where it goes · friendship first · still figuring it out ·
    women · men · non-binary people ·
    pop-up · sound · email · unknown browser
  `,
  'en-us': `
    art · astronomy · baking · board games · books · camping · cats · ceramics · cinema · climbing · coffee · cooking ·
    cycling · dancing · dogs · fashion · soccer · gardening · live music · hiking · history · languages · meditation ·
    museums · painting · photography · podcasts · poetry · running · sailing · science · singing · skiing · surfing ·
    swimming · tea · theater · travel · video games · volunteering · wine · writing · yoga ·
    about you · what you’re looking for · interests · languages you speak · height · body type · drinking · smoking ·
    education · children · politics · religion · orientation ·
    marriage · a lasting relationship · dating, and see where it goes · friendship first · still figuring it out ·
    women · men · non-binary people ·
    pop-up · sound · email · unknown browser
  `,
  uk: `
    мистецтво · астрономія · випічка · настільні ігри · книжки · кемпінг · коти · кераміка · кіно · скелелазіння · кава ·
    кулінарія · велосипед · танці · собаки · мода · футбол · садівництво · жива музика · походи · історія · мови ·
    медитація · музеї · живопис · фотографія · подкасти · поезія · біг · яхтинг · наука · спів · лижі · серфінг · плавання ·
    чай · театр · подорожі · відеоігри · волонтерство · вино · творче письмо · йога ·
    про тебе · чого ти шукаєш · інтереси · твої мови · зріст · статура · алкоголь · куріння · освіта · діти ·
    політичні погляди · релігія · орієнтація ·
    шлюб · тривалі стосунки · побачення, а там побачимо · спершу дружба · ще визначаюся ·
    жінки · чоловіки · небінарні люди ·
    екран · звук · пошта · невідомий браузер
  `,
  pl: `
    sztuka · astronomia · wypieki · planszówki · książki · biwakowanie · koty · ceramika · kino · wspinaczka · kawa ·
    gotowanie · rower · taniec · psy · moda · piłka nożna · ogrodnictwo · koncerty · piesze wędrówki · historia · języki ·
    medytacja · muzea · malarstwo · fotografia · podcasty · poezja · bieganie · żeglarstwo · nauka · śpiew · narty ·
    surfing · pływanie · herbata · teatr · podróże · gry wideo · wolontariat · wino · pisanie · joga ·
    o tobie · czego szukasz · zainteresowania · twoje języki · wzrost · sylwetka · alkohol · palenie · wykształcenie ·
    dzieci · poglądy polityczne · religia · orientacja ·
    małżeństwo · trwały związek · randki, a potem się zobaczy · najpierw przyjaźń · jeszcze nie wiem ·
    kobiety · mężczyźni · osoby niebinarne ·
    ekran · dźwięk · e-mail · nieznana przeglądarka
  `,
  tr: `
    sanat · astronomi · hamur işi · kutu oyunları · kitaplar · kamp · kediler · seramik · sinema · tırmanış · kahve ·
    yemek yapmak · bisiklet · dans · köpekler · moda · futbol · bahçe işleri · canlı müzik · doğa yürüyüşü · tarih ·
    diller · meditasyon · müzeler · resim · fotoğraf · podcast · şiir · koşu · yelken · bilim · şarkı söylemek · kayak ·
    sörf · yüzme · çay · tiyatro · seyahat · video oyunları · gönüllülük · şarap · yazı yazmak · yoga ·
    kendin hakkında · ne aradığın · ilgi alanları · konuştuğun diller · boy · vücut yapısı · alkol · sigara · eğitim ·
    çocuk · siyasi görüş · inanç · yönelim ·
    evlilik · kalıcı bir ilişki · flört; gerisini zaman gösterir · önce arkadaşlık · henüz belli değil ·
    kadınlar · erkekler · non-binary kişiler ·
    ekranda · ses · e-posta · bilinmeyen tarayıcı
  `,
  es: `
    arte · astronomía · repostería · juegos de mesa · libros · acampar · gatos · cerámica · cine · escalada · café ·
    cocina · ciclismo · baile · perros · moda · fútbol · jardinería · música en vivo · senderismo · historia · idiomas ·
    meditación · museos · pintura · fotografía · pódcasts · poesía · correr · vela · ciencia · canto · esquí · surf ·
    natación · té · teatro · viajes · videojuegos · voluntariado · vino · escritura · yoga ·
    sobre ti · qué buscas · aficiones · idiomas que hablas · altura · complexión · alcohol · tabaco · estudios · hijos ·
    ideas políticas · religión · orientación ·
    matrimonio · una relación duradera · citas, y ver qué surge · primero, amistad · todavía lo estoy viendo ·
    mujeres · hombres · personas no binarias ·
    pantalla · sonido · correo · navegador desconocido
  `,
  pt: `
    arte · astronomia · pastelaria · jogos de tabuleiro · livros · campismo · gatos · cerâmica · cinema · escalada · café ·
    cozinha · ciclismo · dança · cães · moda · futebol · jardinagem · música ao vivo · caminhadas · história · línguas ·
    meditação · museus · pintura · fotografia · podcasts · poesia · corrida · vela · ciência · canto · esqui · surf ·
    natação · chá · teatro · viagens · videojogos · voluntariado · vinho · escrita · ioga ·
    sobre ti · o que procuras · interesses · línguas que falas · altura · constituição · álcool · tabaco · estudos ·
    filhos · ideias políticas · religião · orientação ·
    casamento · uma relação duradoura · encontros, e logo se vê · primeiro, amizade · ainda não sei bem ·
    mulheres · homens · pessoas não binárias ·
    ecrã · som · e-mail · navegador desconhecido
  `,
  ro: `
    artă · astronomie · prăjituri · jocuri de societate · cărți · camping · pisici · ceramică · film · escaladă · cafea ·
    gătit · ciclism · dans · câini · modă · fotbal · grădinărit · concerte · drumeții · istorie · limbi străine ·
    meditație · muzee · pictură · fotografie · podcasturi · poezie · alergare · yachting · știință · cântat · schi · surf ·
    înot · ceai · teatru · călătorii · jocuri video · voluntariat · vin · scris · yoga ·
    despre tine · ce cauți · interese · limbile tale · înălțime · siluetă · alcool · fumat · studii · copii ·
    vederi politice · religie · orientare ·
    căsătorie · o relație de durată · întâlniri, și vedem ce iese · mai întâi prietenie · rămâne de văzut ·
    femei · bărbați · persoane non-binare ·
    ecran · sunet · e-mail · browser necunoscut
  `,
  cs: `
    umění · astronomie · pečení · deskovky · knihy · kempování · kočky · keramika · kino · lezení · káva · vaření ·
    cyklistika · tanec · psi · móda · fotbal · zahrada · koncerty · turistika · historie · jazyky · meditace · muzea ·
    malování · fotografie · podcasty · poezie · běhání · jachting · věda · zpěv · lyžování · surfování · plavání · čaj ·
    divadlo · cestování · videohry · dobrovolnictví · víno · psaní · jóga ·
    o tobě · co hledáš · zájmy · tvoje jazyky · výška · postava · alkohol · kouření · vzdělání · děti · politické názory ·
    víra · orientace ·
    manželství · trvalý vztah · randění, a pak se uvidí · nejdřív přátelství · to se teprve ukáže ·
    ženy · muži · nebinární lidé ·
    displej · zvuk · e-mail · neznámý prohlížeč
  `,
  de: `
    Kunst · Astronomie · Backen · Brettspiele · Bücher · Camping · Katzen · Keramik · Kino · Klettern · Kaffee · Kochen ·
    Radfahren · Tanzen · Hunde · Mode · Fußball · Gärtnern · Livemusik · Wandern · Geschichte · Sprachen · Meditation ·
    Museen · Malen · Fotografie · Podcasts · Lyrik · Laufen · Segeln · Wissenschaft · Singen · Skifahren · Surfen ·
    Schwimmen · Tee · Theater · Reisen · Videospiele · Ehrenamt · Wein · Schreiben · Yoga ·
    über dich · was du suchst · Interessen · deine Sprachen · Größe · Figur · Alkohol · Rauchen · Bildung · Kinder ·
    Politik · Religion · Orientierung ·
    Ehe · eine feste Beziehung · Dates, und dann mal sehen · erst mal Freundschaft · noch offen ·
    Frauen · Männer · nichtbinäre Menschen ·
    Pop-up · Ton · E-Mail · unbekannter Browser
  `,
  fr: `
    art · astronomie · pâtisserie · jeux de société · livres · camping · chats · céramique · cinéma · escalade · café ·
    cuisine · vélo · danse · chiens · mode · football · jardinage · concerts · randonnée · histoire · langues · méditation ·
    musées · peinture · photographie · podcasts · poésie · course à pied · voile · science · chant · ski · surf · natation ·
    thé · théâtre · voyages · jeux vidéo · bénévolat · vin · écriture · yoga ·
    à propos de toi · ce que tu cherches · centres d’intérêt · langues que tu parles · taille · silhouette · alcool ·
    tabac · études · enfants · politique · religion · orientation ·
    le mariage · une relation durable · des rendez-vous, et on verra · l’amitié d’abord · ça reste à voir ·
    femmes · hommes · personnes non-binaires ·
    écran · son · e-mail · navigateur inconnu
  `,
}

/** Without the spaces and joiners of the typesetting. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '')

describe.each(locales.map(({ code }) => code))('a label in a sentence, in %s', (code) => {
  const { t, format } = textsOf(code)

  test('is written as the language does', () => {
    const labels = written[code]
      .trim()
      .replaceAll(/\s+·\s+/g, '·')
      .replaceAll(/\s+/g, ' ')
    expect(keys.map((key) => plain(format.inSentence(t(key))))).toEqual(labels.split('·'))
  })

  test('names a language with the capital or small character that it has in a sentence', () => {
    const isCapital = /^\p{Lu}/u
    const withCapital = ['en', 'en-us', 'tr', 'de'].includes(code)
    const names = spokenLanguages.map((language) => t(`profile.language.${language}`))
    expect(names.filter((name) => isCapital.test(name) !== withCapital)).toEqual([])
  })
})

test('abbreviations keep their capitals, and a Turkish capital finds its own lower case', () => {
  expect(textsOf('fr').format.inSentence('TV')).toBe('TV')
  expect(textsOf('tr').format.inSentence('İnanç')).toBe('inanç')
  expect(textsOf('tr').format.inSentence('Irmak')).toBe('ırmak')
})
