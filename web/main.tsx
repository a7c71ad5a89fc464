// The browser's entry point: hydrates a prerendered public page, or renders the app into the empty shell.
import './styles/main.css'
import { hasStoredSession } from './auth/stored-session.ts'
import { currentLanguage } from './words/language.ts'
import { loadCatalogs } from './words/words.tsx'

// Zod reads this when first loaded; our content security policy forbids `new Function`.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
const catalogsLoading = Promise.all([loadCatalogs('en', ['ui']), loadCatalogs(currentLanguage(), ['ui'])])
// The 404 page is served for many paths, none of which is its own.
if (root.dataset['page'] === location.pathname) {
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
const [page] = performance.getEntriesByType('navigation')
const hasNotices = page instanceof PerformanceNavigationTiming && page.serverTiming.some(({ name }) => name === 'notices')
const watchNotices = () => import('./notices/show-notices.ts').then(({ showNotices }) => showNotices(root))
if (hasNotices || isKnown) setTimeout(watchNotices, hasNotices ? 0 : 60_000)
