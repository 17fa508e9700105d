import { createExecutionContext, env, SELF, waitOnExecutionContext } from 'cloudflare:test'
import type { PageData } from '#shared/bootstrap.ts'
import { createApp } from '#worker/app.ts'
import type { TestMember } from './members.ts'
import { origin } from './realtime-client.ts'

/** Opens a page as a member's browser would, as document or payload. Redirects are not followed. */
export function openPage(
  member: Pick<TestMember, 'token'> | null,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return SELF.fetch(origin + path, {
    redirect: 'manual',
    headers: { ...(member ? { authorization: `Bearer ${member.token}` } : {}), ...headers },
  })
}

const app = createApp()

/** Opens the document and reports it as looked at. Resolves once all background work of the worker is done. */
export async function lookAt(
  member: Pick<TestMember, 'token'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const context = createExecutionContext()
  const request = new Request(origin + path, { headers: { authorization: `Bearer ${member.token}`, ...headers } })
  const response = await app.fetch(request, env, context)
  const html = await response.text()
  await waitOnExecutionContext(context)
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  return html
}

/** The URL of a page's payload: `/people-nearby?online=1` → `/people-nearby/_payload.json?online=1`. */
export function payloadPath(path: string): string {
  const [pathname = '', query] = path.split('?')
  return `${pathname.replace(/\/$/, '')}/_payload.json${query === undefined ? '' : `?${query}`}`
}

export type Payload<Props> = PageData & { props: Props }

/** A page's payload; fails if the page is not served. */
export async function readPayload<Props>(member: Pick<TestMember, 'token'>, path: string): Promise<Payload<Props>> {
  const response = await openPage(member, payloadPath(path))
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json<{ data: Payload<Props> }>()).data
}
