// The phone page in a browser: what the person chose stays chosen, whatever answer comes late.
import { chromium, type Page, type Route } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchOptions } from '../../../test/chromium.ts'
import { mailTemplate, openStage, until } from '../../stage.ts'

let stage: Awaited<ReturnType<typeof openStage>>
let browser: Awaited<ReturnType<typeof chromium.launch>>
beforeAll(async () => {
  stage = await openStage()
  browser = await chromium.launch(launchOptions)
})
afterAll(async () => {
  await browser.close()
  await stage.close()
})

test('a phone that was just added stays chosen though an older list of phones comes after it', async () => {
  const page = await browser.newPage()
  await page.goto(`${stage.url}/phone/`)
  await page.getByTestId('phone-name').getByText(/\S/).waitFor()

  const asked = Promise.withResolvers<void>()
  const late = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    const old = await route.fetch()
    asked.resolve()
    await late.promise
    await route.fulfill({ response: old })
  }
  await page.route('**/phone/api/phones', hold, { times: 1 })
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await asked.promise

  await page.getByTestId('add-phone').click()
  await page.getByTestId('add-phone-name').fill('Shop counter')
  await page.getByTestId('add-phone-number').fill('+1 555 010 0188')
  await page.getByTestId('add-phone-save').click()
  await page.waitForURL(/#15550100188$/)
  late.resolve()

  await page.getByTestId('phone-name').getByText('Shop counter').waitFor()
  expect(await page.getByTestId('phone-15550100188').getAttribute('aria-pressed')).toBe('true')
  await page.close()
})

const onPage = async (walk: (page: Page) => Promise<void>) => {
  const page = await browser.newPage()
  await page.goto(`${stage.url}/phone/#15550100777`)
  await page.getByTestId('phone-name').getByText('Maya Okoro').waitFor()
  await walk(page)
  await page.close()
}
const written = () => stage.ear.heard.flatMap(one => one.messages).at(-1)

test('a template’s quick reply, a row of a list and a reaction are answered from the page', async () => {
  await stage.approve(mailTemplate)
  const components = [{ type: 'body', parameters: [{ type: 'text', text: '*Ann*' }] }]
  await stage.sendText('', { type: 'template', text: undefined, template: { name: 'new_mail', language: { code: 'en' }, components } })
  const action = { button: 'Open', sections: [{ rows: [{ id: 'show:1', title: 'Ann', description: 'Invoice 42' }] }] }
  await stage.sendText('', { type: 'interactive', text: undefined, interactive: { type: 'list', body: { text: 'Three mails' }, action } })
  await onPage(async page => {
    await page.getByTestId('tap-Show e-mail').click()
    await page.getByTestId('bubble-own').last().getByText('Show e-mail').waitFor()
    await until(() => written()?.type === 'button')
    await page.getByTestId('open-list').click()
    await page.getByTestId('row-show:1').click()
    await until(() => written()?.type === 'interactive')
    const bubble = page.getByTestId('bubble').filter({ hasText: 'Three mails' })
    await bubble.hover()
    await bubble.getByTestId('acts').click()
    await page.getByTestId('react-👍').click()
    await bubble.getByTestId('reactions').getByText('👍').waitFor()
    await until(() => written()?.type === 'reaction')
  })
})

test('a reply quotes its message, and a file goes with its words', async () => {
  await stage.sendText('A question')
  await onPage(async page => {
    const bubble = page.getByTestId('bubble').filter({ hasText: 'A question' })
    await bubble.hover()
    await bubble.getByTestId('acts').click()
    await page.getByTestId('reply').click()
    await page.getByTestId('composer').fill('An answer')
    await page.getByTestId('send').click()
    await page.getByTestId('bubble-own').filter({ hasText: 'An answer' }).getByText('A question').waitFor()
    await until(() => JSON.stringify(written()).includes('"context"'))
    await page.getByTestId('composer').fill('The receipt')
    await page.getByTestId('file').setInputFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
    await page.getByTestId('bubble-own').getByTestId('document').getByText('receipt.pdf').waitFor()
    await until(() => written()?.type === 'document')
    expect(written()).toMatchObject({ document: { filename: 'receipt.pdf', caption: 'The receipt', mime_type: 'application/pdf' } })
  })
})

test('a person hides the number, blocks, and moves to another number from the page', async () => {
  await onPage(async page => {
    await page.getByTestId('hide-number').click()
    await page.getByTestId('phone-number').getByText('@maya.okoro').waitFor()
    await page.getByTestId('hide-number').getByText('Show number').click()
    await page.getByTestId('block').click()
    await page.getByTestId('composer').waitFor({ state: 'hidden' })
    await page.getByTestId('block').getByText('Unblock').click()
    await page.getByTestId('composer').waitFor()
    await page.getByTestId('change-number').click()
    await page.getByTestId('change-number-to').fill('+1 555 010 0179')
    await page.getByTestId('change-number-save').click()
    await page.waitForURL(/#15550100179$/)
    await page.getByTestId('notice').getByText('another number').waitFor()
  })
})

test('a file that could run is downloaded, never shown on this origin', async () => {
  const path = `${stage.url}/_sim/phones/15550100188/files?filename=a.html`
  await fetch(path, { method: 'POST', headers: { 'content-type': 'text/html' }, body: '<script>document.title = 1</script>' })
  await until(() => JSON.stringify(written()).includes('a.html'))
  const id = /"id":"(\d+)"/.exec(JSON.stringify(written()))?.[1]
  const told = await fetch(`${stage.url}/phone/api/files/${id}`)
  expect(told.headers.get('content-disposition')).toBe('attachment')
  expect(told.headers.get('content-type')).toBe('application/octet-stream')
  expect(told.headers.get('content-security-policy')).toContain('sandbox')
})
