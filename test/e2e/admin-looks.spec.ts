// Looks at every page of the console in both widths and themes, with axe and without sideways scrolling.
import { expect, test } from '@playwright/test'
import { consolePages } from '../../core/session/staff.ts'
import { enterStaff, sellingServer } from './admin-people.ts'
import { beginWalk } from './looks.ts'

test.describe('on a server that sells plans', () => {
  test.use({ baseURL: sellingServer.url })

  test('every page of the console is clean in every look', async ({ page }) => {
    await enterStaff(page, 'admin', sellingServer)
    const walk = await beginWalk(page)
    for (const { path } of consolePages) await walk.visit(path)
    expect(walk.found).toEqual([])
  })
})
