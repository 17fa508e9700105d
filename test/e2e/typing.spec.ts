import type { Locator, Page } from '@playwright/test'
import { cookieNames, hostCookieOptions } from '#server/cookies.ts'
import { demoId } from '#seed/demo/random.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { newPair } from '../support/browser/demo.ts'
import { guestPages, hydrated, memberPages } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const { t } = textsOf('en')

/** Presses keys as a person does: a fill would give the field its whole text at once. */
async function typeInto(field: Locator, text: string): Promise<void> {
  await field.fill('')
  await field.pressSequentially(text)
}

test('a date is typed and pasted as people write it, turned into the order of the language, and put right in its middle', async ({
  page,
}) => {
  for (const [locale, spellings] of [
    [
      'en',
      {
        '3/2/1990': '03/02/1990',
        '3 Feb 1990': '03/02/1990',
        '1990-02-03': '03/02/1990',
        '3.2.1990': '03/02/1990',
        '1990-2-3': '03/02/1990',
      },
    ],
    ['en-us', { '2/3/1990': '02/03/1990', 'Feb 3, 1990': '02/03/1990', '2001 Feb 3': '02/03/2001', '1990-02-03': '02/03/1990' }],
    ['de', { '3.2.1990': '03.02.1990', '3. 2. 1990': '03.02.1990', '3. Feb. 1990': '03.02.1990', '٣.٢.١٩٩٠': '03.02.1990' }],
  ] as const) {
    await page.goto(href(routes.signUp, {}, { locale }))
    const field = page.locator('[name="birthDate"]')
    await field.click()
    // The mask has come once the field asks for its shape.
    await expect(field).toHaveAttribute('pattern', /9/)
    for (const [typed, shown] of Object.entries(spellings)) {
      await typeInto(field, typed)
      await field.blur()
      await expect(field, `${typed} typed in ${locale}`).toHaveValue(shown)
      await field.fill('')
      await field.fill(typed)
      await expect(field, `${typed} pasted in ${locale}`).toHaveValue(shown)
    }
    if (locale === 'en') await putRightInTheMiddle(field)
  }
})

async function putRightInTheMiddle(field: Locator): Promise<void> {
  await typeInto(field, '3/2/199')
  await field.press('Backspace')
  await field.press('Backspace')
  await field.pressSequentially('88')
  await expect(field).toHaveValue('03/02/188')
  await field.press('Home')
  await field.press('Delete')
  await field.pressSequentially('1')
  await expect(field).toHaveValue('13/02/188')
}

/** Sends an Enter as a browser does when an input method has taken it to confirm a word. */
const confirmWord = (field: Locator, order: 'Safari' | 'Chromium') =>
  field.evaluate((element, isSafari) => {
    const press = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true, isComposing: !isSafari }
    const end = new CompositionEvent('compositionend', { bubbles: true, data: '日本' })
    element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
    if (isSafari) element.dispatchEvent(end)
    element.dispatchEvent(new KeyboardEvent('keydown', press))
    if (!isSafari) element.dispatchEvent(end)
  }, order === 'Safari')

/** Gives the field a paste or a drop with these parts, and returns whether the browser's own was prevented. */
const give = (field: Locator, kind: 'paste' | 'drop', text: string, file: { name: string; type: string; picture?: boolean }) =>
  field.evaluate(
    async (element, { kind, text, file }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 40 })
      canvas.getContext('2d')?.fillRect(0, 0, 20, 20)
      const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
      const data = new DataTransfer()
      if (text) data.setData('text/plain', text)
      data.items.add(new File([file.picture && drawn ? drawn : 'x'], file.name, { type: file.type }))
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
      element.dispatchEvent(event)
      return event.defaultPrevented
    },
    { kind, text, file },
  )

const cells = { name: 'image.png', type: 'image/png', picture: true }
const letter = { name: 'letter.pdf', type: 'application/pdf' }

async function openConversation(page: Page, conversation: string): Promise<Locator> {
  await page.goto(href(routes.messages, {}, { locale: 'en', query: { chat: conversation } }))
  await hydrated(page)
  return page.locator('#message')
}

const rightToLeft = ['مرحبا بالعالم (hello) 123!', '123 - שלום, "Anna"!', 'שלום']
const piled = `${[...'ZALGO'].map((letter) => letter + '\u0300\u0316\u0301\u0317\u0302\u0323\u0308\u032e'.repeat(10)).join('')}`

test('in a conversation keys of an input method send nothing, pasted text wins over pictures, and words have their direction', async ({
  page,
  server,
}) => {
  const { one, other, conversation } = await newPair(server)
  await server.signIn(page.context(), one.id)
  const field = await openConversation(page, conversation)
  const photo = page.getByRole('img', { name: t('chat.photo.chosen') })

  await test.step('the Enter of an input method sends nothing, and its Escape takes nothing back', async () => {
    for (const order of ['Safari', 'Chromium'] as const) {
      await field.fill('日本')
      await confirmWord(field, order)
      await expect(field, order).toHaveValue('日本')
    }
    await expect(page.locator('[data-seq]')).toHaveCount(0)
    await give(field, 'paste', '', cells)
    await expect(photo).toBeVisible()
    await field.dispatchEvent('keydown', { key: 'Escape', keyCode: 229 })
    await expect(photo).toBeVisible()
    await field.press('Escape')
    await expect(photo).toHaveCount(0)
    await field.press('Enter')
    await expect(page.locator('[data-seq]')).toHaveCount(1)
  })

  await test.step('pasted or dropped text wins over the pictures and files beside it; a picture alone is attached', async () => {
    await expect(field).toHaveValue('')
    // Not prevented, so the browser pastes the text.
    expect(await give(field, 'paste', 'Saturday\t18:00', cells)).toBe(false)
    expect(await give(field, 'paste', 'Saturday', letter)).toBe(false)
    expect(await give(field, 'drop', 'Saturday 18:00', cells)).toBe(true)
    await expect(field).toHaveValue('Saturday 18:00')
    await expect(photo).toHaveCount(0)
    expect(await give(field, 'paste', '', letter)).toBe(true)
    await expect(page.getByText(t('chat.photo.wrongType'))).toBeVisible()
    expect(await give(field, 'paste', 'image.png', cells)).toBe(true)
    await expect(photo).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(photo).toHaveCount(0)
  })

  await test.step('words from the right have their own direction, and piled marks stay in their bubble', async () => {
    for (const text of [...rightToLeft, piled, 'Ngọc Ể สวัสดีครับ ปู่ย่า']) {
      await field.fill(text)
      if (rightToLeft.includes(text)) expect(await direction(field), text).toBe('rtl')
      await field.press('Enter')
      await expect(field).toHaveValue('')
    }
    const messages = page.locator('[data-seq] p')
    await expect(messages).toHaveCount(6)
    for (const [index, text] of rightToLeft.entries())
      expect(await direction(messages.filter({ hasText: text }).first()), `${index}`).toBe('rtl')
    expect(await direction(messages.nth(4))).toBe('ltr')

    // Nothing is painted outside of the bubble: with and without the marks the rows around it look the same.
    const bubble = messages.filter({ hasText: 'Z' }).first()
    const outside = async () => {
      const box = await bubble.locator('xpath=..').boundingBox()
      if (!box) throw new Error('The bubble is not shown')
      const above = { x: box.x, y: box.y - 6, width: box.width, height: 5 }
      const below = { x: box.x, y: box.y + box.height + 1, width: box.width, height: 5 }
      return [await page.screenshot({ clip: above }), await page.screenshot({ clip: below })]
    }
    await bubble.scrollIntoViewIfNeeded()
    const marked = await outside()
    await bubble.evaluate((element) => (element.style.color = 'transparent'))
    const blank = await outside()
    expect(marked.map((picture, index) => blank[index]?.equals(picture))).toEqual([true, true])

    await server.signIn(page.context(), other.id)
    await page.goto(href(routes.messages, {}, { locale: 'en' }))
    await expect(page.locator('span[dir="auto"]').first()).toBeVisible()
  })
})

test('Escape in the middle of a word leaves a dialog open', async ({ page, server }) => {
  await server.signIn(page.context(), demoId('anna@demo.test'))
  await page.goto(href(routes.profileSettings, {}, { locale: 'en' }))
  await hydrated(page)
  await page.locator('a[href*="edit=about"]').click()
  const field = page.getByRole('dialog').locator('[name="about"]')
  await field.focus()
  const isPrevented = (keyCode: number) =>
    field.evaluate((element, code) => {
      const event = new KeyboardEvent('keydown', { key: 'Escape', keyCode: code, bubbles: true, cancelable: true })
      return !element.dispatchEvent(event)
    }, keyCode)
  expect(await isPrevented(229)).toBe(true)
  expect(await isPrevented(27)).toBe(false)
})

const direction = (element: Locator) => element.evaluate((node) => getComputedStyle(node).direction)

test('a name from the right leaves the punctuation of its sentence where it is', async ({ page, server }) => {
  const other = await server.addMember('שרה')
  await server.signIn(page.context(), (await server.addMember('Robin')).id)
  await page.goto(href(routes.profileInfo, { id: other.id }, { locale: 'en' }))
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('שרה')
  // The age stands to the right of the name, as with a Latin name.
  const [name, age] = await heading.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const whole = walker.nextNode()
    const text = whole?.textContent ?? ''
    const rangeOf = (pattern: RegExp) => {
      const range = document.createRange()
      const match = pattern.exec(text)
      if (!whole || !match) throw new Error(`${pattern} is not in ${text}`)
      range.setStart(whole, match.index)
      range.setEnd(whole, match.index + match[0].length)
      return range.getBoundingClientRect().left
    }
    return [rangeOf(/ש/), rangeOf(/\d/)]
  })
  expect(age).toBeGreaterThan(name ?? Infinity)
})

test.describe('on a phone', () => {
  // Without a script a page comes whole, with the fields of its dialogs, and costs half as much.
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, javaScriptEnabled: false })

  const smallFields = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('input, textarea, select')]
        .filter((field) => !/checkbox|radio|hidden|range|file|submit/.test(field.getAttribute('type') ?? ''))
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => field.getAttribute('name') ?? field.outerHTML),
    )

  test('no field has text below 16 px, which would make iOS zoom', async ({ page, server }) => {
    const { hostname: domain } = new URL(server.url)
    // As a browser that has shown to run no script, or each first page would go away to say so.
    await page.context().addCookies([{ ...hostCookieOptions, name: cookieNames.noScript, value: '1', domain }])
    for (const path of guestPages('en')) {
      await page.goto(path)
      expect.soft(await smallFields(page), path).toEqual([])
    }
    await server.signIn(page.context(), demoId('anna@demo.test'))
    const sections = ['account', 'notifications', 'privacy', 'look'] as const
    for (const path of [
      ...memberPages('en'),
      ...sections.map((section) => href(routes.mainSettings, {}, { locale: 'en', query: { section } })),
      href(routes.profileSettings, {}, { locale: 'en', query: { edit: 'about' } }),
    ]) {
      await page.goto(path)
      expect.soft(await smallFields(page), path).toEqual([])
    }
  })
})
