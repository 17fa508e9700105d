import { postForm, type TestMember } from './members.ts'
import { openPage } from './pages.ts'
import { origin } from './realtime-client.ts'

type Field = [name: string, value: string]

/**
 * The fields of a page's first form that posts to this URL, as a browser without a script would send them. `mark` is a name and
 * value that distinguishes it from others with the same URL. Throws if the page has none.
 */
export async function readPlainForm(html: string, action: string, mark?: Field): Promise<Field[]> {
  const forms: Field[][] = []
  let fields: Field[] = []
  let area: Field | null = null
  await new HTMLRewriter()
    .on('form', {
      element(form) {
        fields = []
        if (pathOf(form.getAttribute('action')) === action && form.getAttribute('method')?.toLowerCase() === 'post')
          forms.push(fields)
      },
    })
    .on('form input', {
      element(input) {
        const [name, type] = [input.getAttribute('name'), input.getAttribute('type') ?? 'text']
        if (!name || /^(submit|file|button)$/.test(type)) return
        if (/^(radio|checkbox)$/.test(type) && input.getAttribute('checked') === null) return
        fields.push([name, input.getAttribute('value') ?? ''])
      },
    })
    .on('form textarea', {
      element(textarea) {
        area = [textarea.getAttribute('name') ?? '', '']
        fields.push(area)
      },
      text({ text }) {
        if (area) area[1] += text
      },
    })
    // The rewriter treats the content of <noscript> as text.
    .transform(new Response(html.replaceAll(/<\/?noscript>/g, '')))
    .text()
  const found = forms.find((form) => !mark || form.some(([name, value]) => name === mark[0] && value === mark[1]))
  if (!found) throw new Error(`No form posts to ${action}${mark ? ` with ${mark.join('=')}` : ''}`)
  return found
}

/**
 * Opens a page as a browser that is known to run no scripts: it arrives in one piece. Scripts, with all texts of the page, are
 * removed.
 */
export async function openPlain(
  member: Pick<TestMember, 'token'>,
  path: string,
  cookies: readonly string[] = [],
): Promise<string> {
  const response = await openPage(member, path, { cookie: [plain.cookie, ...cookies].join('; ') })
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  return (await response.text()).replaceAll(/<script\b.*?<\/script>/gs, '')
}

/** Opens a page and sends its form with this URL, with these fields changed or added, as a browser without a script does. */
export async function submitFrom(
  member: Pick<TestMember, 'token'>,
  path: string,
  { action, fields = {}, mark }: { action: string; fields?: Readonly<Record<string, string>>; mark?: Field },
): Promise<Response> {
  const form = await readPlainForm(await openPlain(member, path), action, mark)
  const kept = form.filter(([name]) => fields[name] === undefined)
  return postForm(member, action, [...kept, ...Object.entries(fields)], { ...plain, referer: origin + path })
}

/** Opens the page to which a response redirects, with the response's notice. */
export function follow(member: Pick<TestMember, 'token'>, answer: Response): Promise<string> {
  const said = answer.headers.getSetCookie().flatMap((line) => line.split(';')[0] ?? [])
  return openPlain(member, answer.headers.get('location') ?? '', said)
}

const plain = { cookie: '__Host-plain=1' }

const pathOf = (action: string | null) => action?.split('?')[0] ?? null
