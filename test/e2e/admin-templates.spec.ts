// Tests the console's templates: one for WhatsApp is drafted and submitted, and an email's subject is changed and restored.
import { words } from './admin-console.ts'
import { enterStaff } from './admin-people.ts'
import { expectClean } from './axe.ts'
import { expect, test } from './watched.ts'

const t = words.of('admintemplates')

test('a WhatsApp template is drafted beside its preview, and submitted', async ({ page, toasts }) => {
  await enterStaff(page, 'admin')
  await page.goto('/admin/templates')
  await page.getByRole('link', { name: t('new'), exact: true }).click()
  const name = `e2e_${Date.now()}`
  const type = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
  await type(t('name'), name)
  // In a language that no other test is written to in.
  await type(t('language'), 'pt_BR')
  await type(t('body'), 'Olá, chegou um e-mail de {{from}} com o assunto {{subject}} para você.')
  await type(t('sample', { name: '{{from}}' }), 'Porto da Barra')
  await type(t('sample', { name: '{{subject}}' }), 'Fatura 7')
  await type(t('show'), 'Mostrar')
  await type(t('pause'), 'Pausar')
  const preview = page.getByRole('group', { name: t('preview') })
  await expect(preview).toContainText('chegou um e-mail de Porto da Barra com o assunto Fatura 7')
  await expect(page.getByText(t('problems'))).toHaveCount(0)
  await expectClean(page)
  await page.getByRole('button', { name: t('saveDraft'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(t('state.draft.next'))).toBeVisible()
  await page.getByRole('button', { name: t('submit'), exact: true }).click()
  await toasts.expectSaid(t('submitted'))
  await expect(page.getByText(t('state.draft.next'))).toHaveCount(0)
  await page.getByRole('button', { name: t('switchOff'), exact: true }).click()
  await expect(page.getByRole('dialog', { name: t('switchOff.title') })).toBeVisible()
  await expectClean(page)
})

test('an email’s subject is changed, previewed, saved, and set back to the default', async ({ page, toasts, complaints }) => {
  // The scripts of this test in the frame with the preview, where no script may run.
  complaints.expected.push(/Blocked script execution in 'about:srcdoc'/)
  const staff = await enterStaff(page, 'admin')
  await page.goto('/admin/templates/emails')
  await page.getByLabel(t('language'), { exact: true }).selectOption('es')
  await expect(page).toHaveURL(/language=es/)
  await expect(page.getByRole('link', { name: t('kind.copy_ready'), exact: true })).toHaveCount(1)
  await page.getByRole('link', { name: t('kind.copy_ready'), exact: true }).click()
  const subject = page.getByLabel(t('email.part.subject'), { exact: true })
  const before = await subject.inputValue()
  const changed = `Tu copia, ${Date.now()}`
  await subject.fill(changed)
  await expect(page.getByRole('paragraph').filter({ hasText: changed })).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: t('save'), exact: true }).click()
  await toasts.expectSaid(t('saved'))
  const history = page.getByRole('table', { name: t('history') })
  await expect(history.getByRole('row').filter({ hasText: staff.email })).toHaveCount(1)
  await page.getByRole('button', { name: t('restoreDefault'), exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: t('restoreDefault.title') })
  await expect(dialog).toHaveCSS('opacity', '1')
  await expectClean(page)
  await dialog.getByRole('button', { name: t('restoreDefault'), exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(subject).not.toHaveValue(changed)
  await expect(page.getByRole('button', { name: t('useDefault') })).toHaveCount(0)
  await expect(subject).toHaveValue(before)
})
