/** The subscription as a browser returns it to a page. */
export type TestDevice = { endpoint: string; p256dh: string; auth: string }

/** A message as received by the browser of a subscription. */
export type Received = { text: string; size: number; ttl: number; urgency: string; topic: string; subject: string }
