// Tests a session in two tabs with simulated clocks: what happens in one also counts in the other.
import { minute, move, open, pass, signInAt } from './moved-clock.ts'
import { notice, stored } from './session-notice.ts'
import { expect, test } from './watched.ts'

// They mostly wait, each for itself: in one row they would be the last of all files to end.
test.describe.configure({ mode: 'parallel' })

test.describe('two tabs', () => {
  test('activity in one counts in the other, the notice is in both, and one button is enough', async ({ context }) => {
    const { page } = await signInAt(context, '/profile')
    const other = await context.newPage()
    await open(other, '/profile')
    await pass(page, 10 * minute)
    await move(other)
    await pass(page, 5 * minute)
    await expect(notice(page)).toHaveCount(0)
    await pass(page, 8 * minute)
    await expect(notice(page)).toBeVisible()
    await expect(notice(other)).toBeVisible()
    await move(other)
    await other.keyboard.press('Shift')
    await expect(notice(page)).toBeVisible()
    await notice(other).getByRole('button', { name: 'Continue Working' }).click()
    await expect(notice(other)).toHaveCount(0)
    await expect(notice(page)).toHaveCount(0)
  })

  test('both are logged out at 15:00, and the server is told once', async ({ context }) => {
    const { page, asked } = await signInAt(context, '/profile')
    const other = await context.newPage()
    await open(other, '/profile')
    await pass(page, 15 * minute)
    await page.waitForURL('**/login?reason=inactivity')
    await other.waitForURL('**/login?reason=inactivity')
    expect(asked.logged.map(one => one.action)).toEqual(['auth.auto_logout'])
  })

  test('a logout in one ends the other', async ({ context }) => {
    const { page } = await signInAt(context, '/profile')
    const other = await context.newPage()
    await open(other, '/profile')
    await page.getByTitle('Account menu').locator('visible=true').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/login')
    await other.waitForURL(url => url.pathname === '/login')
    expect(await stored(page)).toBeNull()
  })
})
