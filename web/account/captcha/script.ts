// Loads the script of hCaptcha or Turnstile, which share one interface, only where a captcha is configured.

export type CaptchaService = 'hcaptcha' | 'turnstile'

export interface CaptchaScript {
  render(container: HTMLElement, options: Record<string, unknown>): string
  remove(id: string): void
}

declare global {
  interface Window {
    hcaptcha?: CaptchaScript
    turnstile?: CaptchaScript
  }
}

const urls: Record<CaptchaService, string> = {
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
}

/** Throws if it cannot be loaded, for instance because its host is blocked. */
export async function loadScript(provider: CaptchaService): Promise<CaptchaScript> {
  if (!window[provider]) await loadOnce(urls[provider])
  const script = window[provider]
  if (!script) throw new Error('The captcha script did not define its API.')
  return script
}

export const scriptHost = (provider: CaptchaService): string => new URL(urls[provider]).host

const loadings = new Map<string, Promise<void>>()

function loadOnce(url: string): Promise<void> {
  const loading = loadings.get(url) ?? addToPage(url)
  loadings.set(url, loading)
  loading.catch(() => loadings.delete(url))
  return loading
}

const addToPage = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`${url} could not be loaded.`))
    })
    document.head.append(script)
  })
