// Tests who gets alerts: every administrator until people are chosen, and a warning when nobody is.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AlertSettings } from '../../../../core/api/admin/alerts.ts'
import { stageScreen } from '../../../app/stage-screen.fixture.tsx'
import { press } from '../../../press.fixture.ts'
import { AsAdmin } from '../../templates/as-admin.fixture.tsx'
import { AlertEditor } from './AlertEditor.tsx'

const [ana, ben] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002']
const settings: AlertSettings = {
  rules: [{ rule: 'template_refused', isOn: true, threshold: 0, minutes: 1 }],
  isDefault: true,
  recipients: ['ana@example.com'],
  staff: [
    { userId: ana, email: 'ana@example.com', isConfirmed: true, roles: ['admin'], isChosen: true },
    { userId: ben, email: 'ben@example.com', isConfirmed: false, roles: ['support'], isChosen: false },
  ],
  ...{ phones: [], checkedAt: null },
}

afterEach(() => vi.unstubAllGlobals())

async function open() {
  const { requests } = await stageScreen({
    catalogs: ['adminoverview', 'adminui'],
    at: '/admin',
    routes: {
      '/admin': (
        <AsAdmin>
          <AlertEditor open onClose={() => undefined} />
        </AsAdmin>
      ),
    },
    responses: { 'GET /api/admin/alerts': () => settings, 'PUT /api/admin/alerts': () => settings },
  })
  await page.getByLabelText('Reason').fill('We are on call')
  const save = () => press(page.getByRole('button', { name: 'Save alerts' }))
  const saved = () => requests.find(({ method }) => method === 'PUT')?.body
  return { save, saved }
}

test('as long as nobody was chosen, saving a rule chooses nobody', async () => {
  const { save, saved } = await open()
  await save()
  await expect.poll(saved).toMatchObject({ emailUserIds: null })
})

test('people are chosen one by one, and choosing nobody who can be reached is warned of', async () => {
  const { save, saved } = await open()
  await press(page.getByLabelText('Every administrator with a confirmed email address'))
  await press(page.getByLabelText('ana@example.com'))
  await press(page.getByLabelText('ben@example.com (not confirmed, so not emailed)'))
  await expect.element(page.getByText('No one is selected, so no one gets an email.')).toBeVisible()
  await save()
  await expect.poll(saved).toMatchObject({ emailUserIds: [ben] })
})
