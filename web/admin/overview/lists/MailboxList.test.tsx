// Tests the list of accounts that are down.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { MailboxDown } from '../../../../core/api/admin/overview.ts'
import { stageScreen } from '../../../app/stage-screen.fixture.tsx'
import { AsAdmin } from '../../templates/as-admin.fixture.tsx'
import { MailboxList } from './MailboxList.tsx'

const id = '01900000-0000-7000-8000-000000000001'

afterEach(() => vi.unstubAllGlobals())

test('each row begins with the way to its user, which stays in view while a phone scrolls sideways', async () => {
  const row: MailboxDown = {
    ...{ id, userId: id, domain: 'example.org', state: 'needs_you', reason: 'wrong_password', label: 'wrong password' },
    since: '2026-11-26T10:00:00Z',
  }
  await stageScreen({
    catalogs: ['adminoverview', 'adminui'],
    at: '/admin',
    routes: {
      '/admin': (
        <AsAdmin>
          <MailboxList />
        </AsAdmin>
      ),
    },
    responses: { 'GET /api/admin/overview/mailboxes': () => ({ items: [row], next: null }) },
  })
  await expect.element(page.getByRole('cell').first()).toMatchTextContent('View user')
})
