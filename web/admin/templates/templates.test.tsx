// Tests the templates page: what happens when a template is turned off, and how an email is edited and previewed safely.
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { stageScreen } from '../../app/stage-screen.fixture.tsx'
import { AsAdmin } from './as-admin.fixture.tsx'
import { EmailTextPage } from './emails/EmailTextPage.tsx'
import { emailText, template, templateId } from './templates.fixture.ts'
import { NewTemplatePage } from './whatsapp/NewTemplatePage.tsx'
import { TemplatePage } from './whatsapp/TemplatePage.tsx'

const asAdmin = (screen: ReactNode) => <AsAdmin>{screen}</AsAdmin>

afterEach(() => vi.unstubAllGlobals())

/** Without the stylesheet the dialog lies below its backdrop, so the button is focused and pressed. */
async function press(button: Locator): Promise<void> {
  await expect.element(button).toBeVisible()
  const element = button.element()
  if (element instanceof HTMLElement) element.click()
}

const catalogs = ['adminui', 'admintemplates'] as const
const preview = {
  subject: 'Pick a password',
  text: 'You asked for it.',
  html: '<p>You asked for it.</p><script>parent.document.title = "taken"</script>',
  problems: [],
}
const emailPath = '/api/admin/email-texts/recovery/en'

test('staff learn what happens to emails before a template is switched off, and give a reason', async () => {
  const answer = template()
  const path = `/api/admin/templates/${templateId}`
  const { requests } = await stageScreen({
    catalogs,
    at: `/admin/templates/${templateId}`,
    routes: { '/admin/templates/:id': asAdmin(<TemplatePage />) },
    responses: { [`GET ${path}`]: () => answer, [`PUT ${path}/use`]: () => ({ ...answer, isSwitchedOff: true }) },
  })
  await expect.element(page.getByRole('group', { name: 'Preview' })).toHaveAttribute('dir', 'rtl')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect.element(page.getByText(/emails wait up to 72 hours for a usable template/)).toBeVisible()
  await page.getByLabelText('Reason').fill('It has a typo')
  await press(page.getByRole('dialog').getByRole('button', { name: 'Turn off' }))
  await expect.poll(() => requests.find(({ method }) => method === 'PUT')?.body).toEqual({ isOn: false, reason: 'It has a typo' })
})

test('a replacement for a paused template starts from its text, in its language and with a name that is not taken', async () => {
  const path = `/api/admin/templates/${templateId}`
  const shown = { preview: '', footer: null, buttons: [], problems: [], samples: {} }
  await stageScreen({
    catalogs,
    at: `/admin/templates/${templateId}`,
    routes: { '/admin/templates/new': asAdmin(<NewTemplatePage />), '/admin/templates/:id': asAdmin(<TemplatePage />) },
    responses: {
      [`GET ${path}`]: () => template({ state: 'paused', name: 'notice_v2' }),
      'POST /api/admin/templates/previews': () => shown,
    },
  })
  await page.getByRole('link', { name: 'Write a replacement' }).click()
  await expect.element(page.getByLabelText('Name')).toHaveValue('notice_v3')
  await expect.element(page.getByLabelText('Language')).toHaveValue('ar')
})

async function openEmail(problems: object[] = []) {
  return stageScreen({
    catalogs,
    at: '/admin/templates/emails/recovery/en',
    routes: { '/admin/templates/emails/:kind/:language': asAdmin(<EmailTextPage />) },
    responses: {
      [`GET ${emailPath}`]: () => emailText(),
      [`POST ${emailPath}/previews`]: () => ({ ...preview, problems }),
      [`PUT ${emailPath}`]: () => emailText({ version: 3 }),
      [`POST ${emailPath}/restorations`]: () => emailText({ version: 3, state: 'default' }),
    },
  })
}

test('the preview of an email runs nothing', async () => {
  const title = document.title
  await openEmail()
  const frame = page.getByTitle('Preview')
  await expect.element(frame).toHaveAttribute('sandbox', '')
  await new Promise(done => setTimeout(done, 200))
  expect(document.title).not.toBe('taken')
  expect(title).not.toBe('taken')
  await page.getByRole('button', { name: 'Plain text' }).click()
  await expect.element(page.getByRole('main').getByText('You asked for it.', { exact: true }).last()).toBeVisible()
})

test('a part is edited, its problem is shown next to it, and the edited version is sent', async () => {
  const { requests } = await openEmail([{ part: 'action', message: 'Button: Write something here.' }])
  await page.getByLabelText('Subject').fill('Choose a password')
  await expect.element(page.getByText('Button: Write something here.')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(() => requests.find(({ method }) => method === 'PUT')?.body)
    .toMatchObject({ version: 2, texts: { subject: 'Choose a password' } })
})

test('any version and the default can be restored, and the history says who changed what', async () => {
  const { requests } = await openEmail()
  await expect.element(page.getByRole('row', { name: /olga@example\.com/ })).toMatchTextContent(/Subject/)
  await expect.element(page.getByRole('row', { name: /A former staff member/ })).toBeVisible()
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Restore version 1' }))
  await expect.poll(() => requests.find(({ path }) => path.endsWith('/restorations'))?.body).toEqual({ version: 1 })
})

test('a paused template says why and what helps, and is submitted only once that was confirmed', async () => {
  const answer = template({ state: 'paused', isUsable: false, pausedUntil: '2026-11-26T13:00:00Z' })
  const path = `/api/admin/templates/${templateId}`
  const { requests } = await stageScreen({
    catalogs,
    at: `/admin/templates/${templateId}`,
    routes: { '/admin/templates/:id': asAdmin(<TemplatePage />) },
    responses: { [`GET ${path}`]: () => answer, [`POST ${path}/submissions`]: () => ({ ...answer, state: 'pending' }) },
  })
  await expect.element(page.getByText(/when many people block us or report its messages/)).toBeVisible()
  await expect.element(page.getByText(/To fix this, look in Analytics/)).toBeVisible()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect.element(page.getByText(/If you don’t submit it, the pause ends automatically/)).toBeVisible()
  expect(requests.some(({ method }) => method === 'POST')).toBe(false)
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Submit for review' }))
  await expect.poll(() => requests.filter(({ method }) => method === 'POST').length).toBe(1)
})
