// The pages where a user signs in at the stand-in and allows or denies the app access.

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)

const page = (uid: string, title: string, lead: string, problem: string, fields: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>Sign in – ${title} (stand-in)</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 sans-serif;max-width:24rem;margin:3rem auto;padding:0 1rem}input:not([type=checkbox]){display:block;width:100%;margin:.25rem 0 1rem;padding:.5rem;font:inherit;box-sizing:border-box}label.row{display:block;margin:0 0 1rem}button{font:inherit;padding:.5rem 1rem}</style>
<h1>${title}</h1>
<p>${lead}</p>
<p role="alert">${escapeHtml(problem)}</p>
<form method="post" action="/interaction/${escapeHtml(uid)}">
${fields}
<button name="answer" value="allow">Sign in and allow</button>
<button name="answer" value="deny">Cancel</button>
</form>
</html>`

const addressField = (address: string): string =>
  `<label>Address <input name="address" type="email" autocomplete="username" value="${escapeHtml(address)}"></label>`

/** The page of a mail provider, where users have passwords. */
export const signInPage = (uid: string, clientId: string, address: string, problem: string): string =>
  page(
    uid,
    'Example Mail',
    `This page stands in for the sign-in of a mail provider. <strong>${escapeHtml(clientId)}</strong> asks to read your mail.`,
    problem,
    `${addressField(address)}
<label>Password <input name="password" type="password" autocomplete="current-password"></label>`,
  )

/** The page of a provider that believes any name and address. */
export const openPage = (uid: string, clientId: string, address: string, problem: string): string =>
  page(
    uid,
    'Example ID',
    `This page stands in for Google, Microsoft and their like, and asks for no password: be whoever you want. <strong>${escapeHtml(clientId)}</strong> asks for your name and address.`,
    problem,
    `${addressField(address)}
<label>Name <input name="name" autocomplete="name" value="Ada Example"></label>
<label class="row"><input name="verified" type="checkbox" checked> Example ID has checked it</label>`,
  )

/** The picture of every user. */
export const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#17606b"/><circle cx="32" cy="25" r="11" fill="#fff"/><path d="M10 60a22 20 0 0 1 44 0z" fill="#fff"/></svg>'
