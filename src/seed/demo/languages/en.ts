import { en as answers } from '../answers/en.ts'
import type { DemoLanguage } from './language.ts'

export const en: DemoLanguage = {
  locale: 'en',
  women: [
    'Amelia',
    'Beatrice',
    'Clara',
    'Edith',
    'Fiona',
    'Georgia',
    'Harriet',
    'Imogen',
    'Jess',
    'Keira',
    'Matilda',
    'Niamh',
    'Poppy',
    'Rosalind',
  ],
  men: [
    'Alfie',
    'Callum',
    'Daniel',
    'Edmund',
    'Finlay',
    'George',
    'Hugo',
    'Jamie',
    'Kit',
    'Leo',
    'Marcus',
    'Oliver',
    'Rory',
    'Theo',
  ],
  nonbinary: ['Ash', 'Robin', 'Wren'],
  abouts: [
    [
      'I mend old radios and talk to them while I do it. They rarely answer, though one picked up Lisbon last winter.',
      ['history', 'podcasts', 'tea'],
    ],
    [
      'Swims in cold water, complains about it, goes back the next day. Sundays are for soup and the crossword.',
      ['swimming', 'cooking', 'books'],
    ],
    [
      'I teach eight-year-olds, which means I can open any lunchbox and explain black holes with an orange.',
      ['science', 'museums', 'baking'],
    ],
    [
      'Allotment keeper, mediocre with carrots, unbeatable with beans. I will turn up at yours with courgettes.',
      ['gardening', 'cooking', 'cycling'],
    ],
    [
      'I play second violin and have made my peace with it. The best tunes are in the middle of the chord anyway.',
      ['gigs', 'singing', 'theatre'],
    ],
    [
      'Long walks where nobody counts the steps. I always carry plasters, chocolate and one good story.',
      ['hiking', 'dogs', 'camping'],
    ],
    [
      'Nurse on nights, baker on days off. I know the city at five in the morning and it is a kinder place.',
      ['baking', 'coffee', 'running'],
    ],
    ['I collect words that do not translate and people who finish their pudding.', ['languages', 'travel', 'books']],
    ['Owner of a very slow greyhound. We are both better at sofas than at races.', ['dogs', 'cinema', 'tea']],
    ['I throw pots that lean a little. Friends call it character, my teacher calls it Tuesday.', ['ceramics', 'art', 'museums']],
    ['Half my bookshelf is unread and I find that hopeful. Ask me about the half I did read.', ['books', 'poetry', 'writing']],
    [
      'I cycle everywhere, so I arrive with helmet hair and an opinion about every junction.',
      ['cycling', 'coffee', 'photography'],
    ],
    [
      'Board games on Thursdays, with rules read aloud in funny voices. I lose gracefully and often.',
      ['board-games', 'baking', 'podcasts'],
    ],
    ['Climbing taught me to trust a knot and the person at the other end of the rope.', ['climbing', 'camping', 'yoga']],
  ],
  closers: [
    'Tell me what you were looking forward to this week.',
    'What is the best thing within ten minutes of your door?',
    'I would rather meet for a walk than write for a month.',
    'Bonus points if you laugh at your own jokes first.',
    'Kindness first; everything else can be learnt.',
    'What song would you save from a sinking ship?',
  ],
  answers,
}
