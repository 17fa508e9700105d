/** `me` is the login of the demo, `you` their match. Each pair of lines is one conversation. */
export type Line = readonly ['me' | 'you', string]

/** Anna (`me`) and Ben: the newest conversation of both. */
export const annaAndBen: readonly Line[] = [
  ['you', 'Okay, important question for someone who restores old paper: best thing you ever found between two pages?'],
  ['me', 'A pressed four-leaf clover in an 1840s seed catalogue. Someone had written “not yet” underneath.'],
  ['you', 'Not yet! That is a whole novel.'],
  ['me', 'I think about it once a week. Your turn: best sound you ever recorded by accident?'],
  ['you', 'A cellist laughing at her own wrong note. It was so warm that we kept it in the record.'],
  ['me', 'Which record? I need this.'],
  ['you', 'I will play it for you. In person, preferably, with decent speakers and bad snacks.'],
  ['me', 'You had me at bad snacks.'],
  ['you', 'I land on 3 March, a Wednesday. I have decided that the first thing I want to see is not Big Ben.'],
  ['me', 'Good, because everyone will make that joke to you. Everyone.'],
  ['you', 'They have started already, and I am still in Brooklyn.'],
  [
    'me',
    'There is a paper shop in Bermondsey that smells of the nineteenth century, and a café next door with the best carrot cake in London. That is my counter-offer.',
  ],
  ['you', 'Sold. Do I bring headphones?'],
  ['me', 'Bring two pairs.'],
  ['you', 'I just bought a splitter cable. This is me being smooth.'],
  ['me', 'It is working, unfortunately.'],
]

/** By the login's locale, one conversation for each of its matches. */
export const dialogues: Readonly<Record<string, readonly (readonly Line[])[]>> = {
  en: [
    [
      ['you', 'Your profile says cake after swimming. Which cake, exactly?'],
      ['me', 'Lemon drizzle in winter, Victoria sponge in summer. I have a system.'],
      ['you', 'I respect a system. Coffee and walnut has no season, by the way.'],
      ['me', 'I will allow it as a wild card.'],
      ['you', 'Hampstead on Saturday? I can hold the towels.'],
    ],
    [
      ['me', 'You wrote that you read the plaques. All of them?'],
      ['you', 'All of them. It once took me an hour to cross Bloomsbury Square.'],
      ['me', 'I think we should be kept away from Westminster Abbey, for the good of the queue.'],
      ['you', 'Dare you.'],
    ],
  ],
  'en-us': [
    [
      ['you', 'A sound engineer who cooks. Do you taste with headphones on?'],
      ['me', 'Only risotto. You have to hear when it wants more stock.'],
      ['you', 'I cannot tell if you are joking and I love that.'],
      ['me', 'Come listen on Sunday?'],
      ['you', 'Sunday works. I will bring the cheese.'],
    ],
    [
      ['me', 'Which neighborhood has the best late-night dumplings? Asking as a professional.'],
      ['you', 'Flushing, no contest. I can draw you a map.'],
      ['me', 'A map is a great start.'],
    ],
  ],
  uk: [
    [
      ['you', 'Сади на дахах — це ж скільки землі треба підняти ліфтом?'],
      ['me', 'Останнього разу двадцять дві тонни. Ліфтер зі мною досі не вітається.'],
      ['you', 'Готовий вітатися за двох. А що там росте?'],
      ['me', 'Лаванда, чебрець і одна вперта груша.'],
      ['you', 'Дуже хочу познайомитися з грушею. У суботу?'],
    ],
    [
      ['me', 'Бачу на фото сцену «Атласу». Хто грав?'],
      ['you', '«ДахаБраха». Голос зник на два дні, але воно того варте.'],
      ['me', 'Наступного разу кричимо разом.'],
    ],
  ],
  pl: [
    [
      ['you', 'Łódź z drewna w Warszawie. Jak ją wyniesiesz z warsztatu?'],
      ['me', 'Pytanie, którego boję się od dwóch lat.'],
      ['you', 'Znam dobrych ludzi od przeprowadzek. Wnieśli mi pianino na czwarte piętro.'],
      ['me', 'Masz pianino? To zmienia wszystko.'],
      ['you', 'Rozstrojone od Wielkanocy. Przyjdź i sprawdź.'],
    ],
    [
      ['me', 'Szarlotka w schronisku: z bitą śmietaną czy bez?'],
      ['you', 'Z. I druga na drogę.'],
      ['me', 'Widzę, że się dogadamy.'],
    ],
  ],
  tr: [
    [
      ['you', 'Eski binalara ikinci hayat, ne güzel. En inatçısı hangisiydi?'],
      ['me', 'Balat’ta bir ev. Her duvarın arkasından başka bir duvar çıktı.'],
      ['you', 'İnsanlar gibi desene.'],
      ['me', 'Biraz öyle. Ama sonunda içeri ışık giriyor.'],
      ['you', 'O eve komşu bir kahveci biliyorum. Cumartesi anlatır mısın devamını?'],
    ],
    [
      ['me', 'Moda’nın kedilerinden kaçını tanıyorsun?'],
      ['you', 'Adıyla on bir. Bir tanesi beni görmezden geliyor.'],
      ['me', 'O Paşa’dır, herkese öyle.'],
    ],
  ],
}
