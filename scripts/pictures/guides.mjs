// Goes through the product as the guides describe it, and takes their screenshots on the way.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { createTransport } from 'nodemailer'
import { pinnedNode, root } from '../bootstrap.mjs'
import { scale } from './camera.mjs'

/** The narrowest screen with a side rail; a wider one would be unreadable when shrunk in a guide. */
const screenWidth = 880
/** Tall enough that nothing has to be scrolled into view. */
const screenHeight = 2000

/**
 * `setup` is { browser, url, smtpPort, anna: { email, password, phone }, maya: { email, password } }; `shoot` is the camera's. Anna is
 * a new user who does everything for the first time; Maya is the demo user, who already has email.
 */
export async function takeGuidePictures(setup, shoot) {
  const open = async (width, height = 1000) => {
    const browserContext = await setup.browser.newContext({
      baseURL: setup.url,
      viewport: { width, height },
      deviceScaleFactor: scale,
      reducedMotion: 'reduce',
    })
    browserContext.setDefaultTimeout(120_000)
    return browserContext.newPage()
  }
  const page = await open(screenWidth, screenHeight)
  const phone = await open(900)
  await signUp(page, setup, shoot)
  const address = await addAccounts(page, shoot)
  await linkPhone({ page, phone, shoot, setup })
  await firstFilter(page, shoot)
  await firstEmail({ page, phone, shoot, setup, address })
  await replyOnPhone(phone, shoot)
  await page.context().close()
  const wide = await open(screenWidth, screenHeight)
  await demoFilters(wide, setup, shoot)
  await wide.context().close()
  await afterOneDay({ phone, shoot, setup, address })
  await phone.context().close()
}

const cardAround = locator => locator.locator('xpath=ancestor::*[contains(concat(" ", @class, " "), " card ")][1]')

async function signUp(page, { anna }, shoot) {
  await page.goto('/signup')
  await page.getByLabel('Email').fill(anna.email)
  await page.getByLabel('Password', { exact: true }).fill(anna.password)
  await shoot(page, 'account', page.locator('main form'))
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/onboarding')
}

async function addAccounts(page, shoot) {
  await page.goto('/email-accounts')
  const dialog = page.getByRole('dialog')
  const add = page.getByRole('button', { name: 'Add email account' }).first()
  await add.waitFor()
  await shoot(page, 'accounts', page.locator('main'), {
    margin: 0,
    until: cardAround(page.getByText('Forward email to it. No password needed.')),
  })
  for (const [name, address] of [
    ['icloud', 'anna@icloud.com'],
    ['gmail', 'anna@gmail.com'],
  ]) {
    await add.click()
    await dialog.getByLabel('Email address').fill(address)
    if (name === 'icloud') await shoot(page, 'address', dialog, { margin: 0 })
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByLabel('Password', { exact: true }).waitFor()
    await shoot(page, name, dialog, { margin: 0 })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
  await ownServer(page, add, dialog, shoot)
  await page.getByRole('button', { name: 'Get a Mailferry address' }).click()
  const card = page.locator('.card', { has: page.getByText('Mailferry address', { exact: true }) }).first()
  await card.getByText('Connected', { exact: true }).waitFor()
  // In a single column, since beside another card it would be stretched to the same height.
  await page.setViewportSize({ width: 440, height: screenHeight })
  await shoot(page, 'our-address', card)
  await page.setViewportSize({ width: screenWidth, height: screenHeight })
  return (
    await card
      .getByText(/^u-\w+@/)
      .first()
      .innerText()
  ).trim()
}

/** Adds an account on a stand-in mail server, to show the steps after a correct password. */
async function ownServer(page, add, dialog, shoot) {
  const imap = spawn(pinnedNode(), ['sandbox/imap/main.ts'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const [, port] = await new Promise(resolve => createInterface({ input: imap.stdout }).once('line', line => resolve(line.split(' '))))
  try {
    await add.click()
    await dialog.getByLabel('Email address').fill('anna@mail.example')
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByLabel('Password', { exact: true }).fill('secret')
    await dialog.getByText('Server settings').click()
    await dialog.getByLabel('IMAP server').waitFor()
    await shoot(page, 'own-server', dialog, { margin: 0 })
    await dialog.getByLabel('IMAP server').fill('127.0.0.1')
    await dialog.getByLabel('Port').fill(port)
    await dialog.getByLabel('Encryption').selectOption({ label: 'None (only on your own network)' })
    await dialog.getByRole('button', { name: 'Add account' }).click()
    await dialog.getByText('Where should we start?').waitFor()
    await dialog.getByText('INBOX').waitFor()
    await shoot(page, 'what-is-read', dialog, { margin: 0 })
    await dialog.getByRole('button', { name: 'Start' }).click()
    await dialog.waitFor({ state: 'hidden' })
  } finally {
    imap.kill('SIGTERM')
  }
}

async function linkPhone({ page, phone, shoot, setup: { anna } }) {
  await page.goto('/whatsapp-connect')
  await page.getByRole('button', { name: 'Link a phone' }).click()
  await page.getByText('Waiting for your message').first().waitFor()
  await shoot(page, 'link', page.locator('.card', { hasText: 'Scan the code' }).first())
  const url = await page.getByRole('link', { name: 'Open WhatsApp on this phone' }).getAttribute('href')
  await phone.goto(url)
  await phone.getByTestId('add-phone').click()
  await phone.getByTestId('add-phone-name').fill('Anna')
  await phone.getByTestId('add-phone-number').fill(`+${anna.phone}`)
  await phone.getByTestId('add-phone-save').click()
  await phone.getByTestId('phone-name').filter({ hasText: 'Anna' }).waitFor()
  await phone.getByTestId('send').click()
  const linked = phone.getByTestId('bubble').filter({ hasText: 'This phone is linked as' })
  await linked.waitFor()
  // The guide rounds the corners of pictures itself.
  await phone.getByTestId('phone').evaluate(screen => (screen.style.borderRadius = '0'))
  await shoot(phone, 'phone-linked', phone.getByTestId('phone'), { margin: 0, until: linked })
  await page.getByRole('heading', { name: 'My phone is linked' }).waitFor()
  await page.goto('/whatsapp-connect')
  await shoot(page, 'phone-card', page.locator('.card[aria-label="My phone"]'))
}

async function firstFilter(page, shoot) {
  await page.goto('/filters')
  const template = name => page.getByRole('region', { name })
  await template('Invoices').waitFor()
  const templates = page.locator('ul', { has: template('Bank alerts') })
  await shoot(page, 'templates', templates, { until: template('Family') })
  await page.goto('/filters/new')
  await page.getByLabel('Describe it in your own words').fill('Invoices with an attachment, but no newsletters')
  await page.getByRole('button', { name: 'Build filter' }).click()
  await page.getByRole('button', { name: 'Use this filter' }).waitFor()
  await shoot(page, 'said', page.locator('.card', { has: page.getByLabel('Describe it in your own words') }).first())
  await page.goto('/filters/templates')
  await page.getByRole('region', { name: 'Invoices' }).getByRole('button', { name: 'Use template' }).click()
  await page.getByRole('button', { name: 'Save filter' }).first().click()
  await page.waitForURL(/\/filters$/)
  await page.getByText('“Invoices” saved.').waitFor()
}

async function firstEmail({ page, phone, shoot, setup, address }) {
  await page.goto('/forwarded-emails')
  await sendEmail(setup, address, {
    subject: 'Invoice 42',
    text: 'Hi Anna,\n\nYour invoice 42 is 84.50, due December 4.\n\nExample Shop',
  })
  await sendEmail(setup, address, { subject: 'Offers of the week', text: 'Everything must go.' })
  await page
    .getByRole('link', { name: /Invoice 42/ })
    .getByText(/Delivered|Read/)
    .waitFor()
  await page.getByRole('link', { name: /Offers of the week/ }).waitFor()
  await shoot(page, 'forwarded', page.locator('main'), { margin: 0, until: cardAround(page.getByText('Contents are stored')) })
  await page.setViewportSize({ width: 1280, height: 1000 })
  await page.getByRole('link', { name: /Invoice 42/ }).click()
  const detail = page.getByRole('complementary', { name: 'Invoice 42' })
  await detail.getByText('Why it was forwarded').waitFor()
  await shoot(page, 'story', detail, { until: detail.locator('.chat') })
  const bubble = phone.getByTestId('bubble').filter({ hasText: 'Invoice 42' }).first()
  await bubble.waitFor()
  await shoot(phone, 'phone-mail', phone.getByTestId('phone'), { margin: 0, until: bubble })
}

async function replyOnPhone(phone, shoot) {
  const email = phone.getByTestId('bubble').filter({ hasText: 'Invoice 42' }).first()
  await email.hover()
  await email.getByTestId('acts').click()
  await phone.getByTestId('sheet').getByRole('button', { name: /Reply/ }).click()
  await phone.getByTestId('composer').fill('Thanks, I’ll pay tomorrow.')
  await phone.getByTestId('send').click()
  await phone.getByTestId('bubble').filter({ hasText: 'This is your first reply to' }).waitFor()
  await shoot(phone, 'phone-answer', phone.getByTestId('phone'), { margin: 0 })
}

async function demoFilters(page, { maya }, shoot) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(maya.email)
  await page.getByLabel('Password', { exact: true }).fill(maya.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await page.getByText('Balanced').waitFor()
  await shoot(page, 'sum', page.locator('main .card').first())
  await page.goto('/filters')
  await page.getByRole('article', { name: 'Bills and receipts' }).waitFor()
  await shoot(page, 'filters', page.locator('main'), { margin: 0, until: page.getByRole('article').last() })
  await page.setViewportSize({ width: 1180, height: screenHeight })
  await page.getByRole('article', { name: 'Codes and bank' }).getByRole('link', { name: 'Edit' }).click()
  const trial = page.getByRole('region', { name: 'Try it on your email' })
  await trial.getByText('up to date').waitFor()
  const card = page.locator('form .card').first()
  await shoot(page, 'builder', card, { until: card.getByText('Then send it to').first() })
  await shoot(page, 'trial', trial)
  await page.setViewportSize({ width: screenWidth, height: screenHeight })
  await page.goto('/filters/import')
  await page.getByLabel('Text to import').fill(gmailFilters)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox').first().waitFor()
  await shoot(page, 'import', page.locator('main'), { margin: 0, until: page.locator('main pre').first() })
}

async function afterOneDay({ phone, shoot, setup, address }) {
  await phone.getByTestId('clock-24h').click()
  await phone.getByTestId('clock-1h').click()
  await phone.waitForTimeout(2500)
  await sendEmail(setup, address, { subject: 'Invoice 43', text: 'Hi Anna,\n\nYour invoice 43 is 12.00.\n\nExample Shop' })
  await phone.getByRole('button', { name: 'Show email' }).waitFor()
  await shoot(phone, 'phone-notice', phone.getByTestId('phone'), { margin: 0 })
}

async function sendEmail({ smtpPort }, to, email) {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true })
  await transport.sendMail({ from: 'Example Shop <billing@shop.example>', to, ...email })
  transport.close()
}

const gmailFilters = `<?xml version='1.0' encoding='UTF-8'?><feed xmlns='http://www.w3.org/2005/Atom' xmlns:apps='http://schemas.google.com/apps/2006'>
<title>Mail Filters</title>
<entry><category term='filter'></category><title>Mail Filter</title><content></content>
<apps:property name='from' value='billing@shop.example'/><apps:property name='subject' value='invoice'/><apps:property name='forwardTo' value='maya@phone.example'/></entry>
<entry><category term='filter'></category><title>Mail Filter</title><content></content>
<apps:property name='from' value='news@weekly-reader.example'/><apps:property name='shouldArchive' value='true'/></entry>
</feed>`
