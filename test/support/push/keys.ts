/** Keys only for test servers (scripts/vapid-keys.ts). */
export const testVapid = {
  VAPID_PUBLIC_KEY: 'BAWKogqiP0aPJwjbU-4I8QlmGFZgoP4RcTkCLuBS60X9uGsj3QvCb7n_TttDfUyq0Gr0P3mGEe8ETrAwlTxClkw',
  VAPID_PRIVATE_KEY: 'DyRlxpEesYwuf7QhEfvh0wmFMJYsZV0UA7zPlt-zslM',
} as const
