/** Seeds of the portraits on this page. Clara and Theo are the couple of the texts. */
export const faces = {
  clara: 'f-4',
  theo: 'm-14',
  likes: ['f-11', 'm-9', 'f-14'],
  self: 'f-16',
  around: { near: 'm-4', middle: 'f-5', middleToo: 'm-2', far: 'f-1', farToo: 'm-8' },
} as const
