// Tests a screen in another language: its texts, its direction, and English where a translation is missing.
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { screen } from '../navigation/screen.tsx'
import { Providers } from '../routes/Providers.tsx'
import { LanguageChoice } from '../ui/layout/LanguageChoice.tsx'
import { LanguageProvider } from './LanguageProvider.tsx'
import { chooseLanguage, chosenLanguage, keptLanguage } from './language.ts'
import { loadCatalogs, useLanguage, useWords, wordsOf } from './words.tsx'

afterEach(() => chooseLanguage('en').then(() => localStorage.clear()))

function Sample() {
  const t = useWords('account')
  return (
    <>
      <h1>{t('signIn.title')}</h1>
      <p>{useLanguage()}</p>
      <LanguageChoice />
    </>
  )
}

const sample = screen(['account', 'reader'], async () => Sample)

test('a screen changes to Arabic at once, is read from the right, and is so on the next visit', async () => {
  expect(chosenLanguage()).toBe('en')
  await loadCatalogs('en', ['ui'])
  const router = createMemoryRouter([{ path: '/', element: <sample.View /> }])
  await render(
    <Providers>
      <Chosen>
        <RouterProvider router={router} />
      </Chosen>
    </Providers>,
  )
  const [inEnglish, inArabic] = await titles()
  await expect.element(page.getByRole('heading')).toHaveTextContent(inEnglish)
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect.element(page.getByText('ar', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('heading')).toHaveTextContent(inArabic)
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl'])
  await expect.element(page.getByRole('button', { name: 'العربية' })).toHaveAttribute('aria-current', 'true')
  expect(keptLanguage()).toBe('ar')
})

async function titles(): Promise<[string, string]> {
  await Promise.all([loadCatalogs('en', ['account']), loadCatalogs('ar', ['account'])])
  const [english, arabic] = [wordsOf('en'), wordsOf('ar')].map(words => words.of('account')('signIn.title'))
  expect(arabic).not.toBe(english)
  return [english ?? '', arabic ?? '']
}

function Chosen({ children }: { children: ReactNode }) {
  return <LanguageProvider language={useLanguage()}>{children}</LanguageProvider>
}

test('a catalog that a language does not have is English there', async () => {
  await loadCatalogs('ar', ['gallery'])
  await loadCatalogs('en', ['gallery'])
  const [arabic, own] = [wordsOf('ar').of('gallery'), wordsOf('en').of('gallery')]
  expect(arabic('title')).toBe(own('title'))
})
