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
import { chooseLanguage, currentLanguage, storedLanguage } from './language.ts'
import { loadCatalogs, useLanguage, useWords, wordsFor } from './words.tsx'

afterEach(() => chooseLanguage('en').then(() => localStorage.clear()))

function SampleScreen() {
  const t = useWords('account')
  return (
    <>
      <h1>{t('signIn.title')}</h1>
      <p>{useLanguage()}</p>
      <LanguageChoice />
    </>
  )
}

const sample = screen(['account', 'reader'], async () => SampleScreen)

test('a screen switches to Arabic and right-to-left at once, and stays so on the next visit', async () => {
  expect(currentLanguage()).toBe('en')
  await loadCatalogs('en', ['ui'])
  const router = createMemoryRouter([{ path: '/', element: <sample.View /> }])
  await render(
    <Providers>
      <CurrentLanguage>
        <RouterProvider router={router} />
      </CurrentLanguage>
    </Providers>,
  )
  const [inEnglish, inArabic] = await titles()
  await expect.element(page.getByRole('heading')).toHaveTextContent(inEnglish)
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect.element(page.getByText('ar', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('heading')).toHaveTextContent(inArabic)
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl'])
  await expect.element(page.getByRole('button', { name: 'العربية' })).toHaveAttribute('aria-current', 'true')
  expect(storedLanguage()).toBe('ar')
})

async function titles(): Promise<[string, string]> {
  await Promise.all([loadCatalogs('en', ['account']), loadCatalogs('ar', ['account'])])
  const [english, arabic] = [wordsFor('en'), wordsFor('ar')].map(words => words.of('account')('signIn.title'))
  expect(arabic).not.toBe(english)
  return [english ?? '', arabic ?? '']
}

function CurrentLanguage({ children }: { children: ReactNode }) {
  return <LanguageProvider language={useLanguage()}>{children}</LanguageProvider>
}

test('a catalog that is not translated falls back to English', async () => {
  await loadCatalogs('ar', ['gallery'])
  await loadCatalogs('en', ['gallery'])
  const [arabic, english] = [wordsFor('ar').of('gallery'), wordsFor('en').of('gallery')]
  expect(arabic('title')).toBe(english('title'))
})
