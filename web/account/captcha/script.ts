// Loads the script of hCaptcha or Turnstile, which share one interface, only where a captcha is configured.

export type CaptchaService = 'hcaptcha' | 'turnstile'

export interface CaptchaScript {
  render(place: HTMLElement, how: Record<string, unknown>): string
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
  if (!window[provider]) await onPage(urls[provider])
  const script = window[provider]
  if (!script) throw new Error('The script of the captcha brought nothing.')
  return script
}

export const hostOf = (provider: CaptchaService): string => new URL(urls[provider]).host

const coming = new Map<string, Promise<void>>()

function onPage(url: string): Promise<void> {
  const asked = coming.get(url) ?? addToPage(url)
  coming.set(url, asked)
  asked.catch(() => coming.delete(url))
  return asked
}

const addToPage = (url: string) =>
  new Promise<void>((done, failed) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.addEventListener('load', () => done())
    script.addEventListener('error', () => {
      script.remove()
      failed(new Error(`${url} could not be loaded.`))
    })
    document.head.append(script)
  })
