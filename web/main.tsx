// Starts the browser's half: takes over a public page that was drawn at build, or draws the app into the empty shell.
import './main.css'
import { isSessionKept } from './auth/kept.ts'
import { chosenLanguage } from './language.ts'
import { openRooms } from './words.tsx'

// Zod reads this when it is first loaded: no `new Function` under our content security policy.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
const words = Promise.all([openRooms('en', ['ui']), openRooms(chosenLanguage(), ['ui'])])
// The page for an unknown path stands at many, and none of them is its own.
if (root.dataset['page'] === location.pathname) {
  const [{ takeOver }] = await Promise.all([import('./site/visitor.tsx'), words])
  await takeOver(root, location.pathname)
} else {
  const [{ startApp }] = await Promise.all([import('./app-start.tsx'), words])
  await startApp(root)
}
// Only who has an account here is told of a lost connection by us.
if (isSessionKept()) void navigator.serviceWorker?.register('/sw.js')
