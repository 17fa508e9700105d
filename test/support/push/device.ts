/** The subscription as a browser gives it to a page. */
export type TestDevice = { endpoint: string; p256dh: string; auth: string }

/** A message as the browser behind a subscription gets it. */
export type Received = { text: string; size: number; ttl: number; urgency: string; topic: string; subject: string }
