/** Steps of the sign-in page (`?step=`) that need a session: leaving, and coming back within 30 days. */
export const deleteStep = 'delete'
export const welcomeBackStep = 'welcome-back'
