// Renders a component for a test, with its texts loaded and a router around it.
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { render } from 'vitest-browser-react'
import type { CatalogName } from '../core/words/catalogs.ts'
import { RouterNavigation } from './routes/RouterNavigation.tsx'
import { loadCatalogs, WordsProvider } from './words/words.tsx'

export async function stage(part: ReactNode, catalogs: readonly CatalogName[] = [], at = '/') {
  await loadCatalogs('en', ['ui', ...catalogs])
  return render(
    <WordsProvider language="en">
      <MemoryRouter initialEntries={[at]}>
        <RouterNavigation>{part}</RouterNavigation>
      </MemoryRouter>
    </WordsProvider>,
  )
}
