// The browser's entry point: hydrates a prerendered public page, or renders the app into the empty shell.
import './styles/main.css'
import { screenForLinkResult } from './auth/link-result.ts'
import { hasStoredSession } from './auth/stored-session.ts'
import { currentLanguage } from './words/language.ts'
import { loadCatalogs } from './words/words.tsx'

// Zod reads this when first loaded; our content security policy forbids `new Function`.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
const catalogsLoading = Promise.all([loadCatalogs('en', ['ui']), loadCatalogs(currentLanguage(), ['ui'])])
const resultScreen = screenForLinkResult(location.hash)
// The 404 page is served for many paths, none of which is its own.
const isPublicPage = root.dataset['page'] === location.pathname
if (isPublicPage && resultScreen) {
  location.replace(resultScreen + location.hash)
} else if (isPublicPage) {
  const [{ hydratePage }] = await Promise.all([import('./routes/start-page.tsx'), catalogsLoading])
  await hydratePage(root, location.pathname)
} else {
  const [{ startApp }] = await Promise.all([import('./routes/start-app.tsx'), catalogsLoading])
  await startApp(root)
}
const isKnown = hasStoredSession()
// Only people with an account get our offline page.
if (isKnown) void navigator.serviceWorker?.register('/sw.js')
// The server says with the page whether there are notices; on the screens of whoever works here they may appear later, too.
const [{ serverTiming = [] } = {}] = performance.getEntriesByType('navigation') as Partial<PerformanceNavigationTiming>[]
const hasNotices = serverTiming.some(({ name }) => name === 'notices')
const showNotices = async () => (await import('./notices/show-notices.ts')).showNotices(root)
if (hasNotices) void showNotices()
else if (isKnown) setTimeout(() => void showNotices(), 60_000)
