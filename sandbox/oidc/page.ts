// The page on which a person signs in at the stand-in and lets the app have their mail, or not.

const escaped = (text: string): string => text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`)

export const signInPage = (uid: string, clientId: string, address: string, problem: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in – Example Mail (stand-in)</title>
<style>body{font:1rem/1.5 sans-serif;max-width:24rem;margin:3rem auto;padding:0 1rem}input{display:block;width:100%;margin:.25rem 0 1rem;padding:.5rem;font:inherit;box-sizing:border-box}button{font:inherit;padding:.5rem 1rem}</style>
<h1>Example Mail</h1>
<p>This page stands in for the sign-in of a mail provider. <strong>${escaped(clientId)}</strong> asks to read your mail.</p>
<p role="alert">${escaped(problem)}</p>
<form method="post" action="/interaction/${escaped(uid)}">
<label>Address <input name="address" type="email" autocomplete="username" value="${escaped(address)}"></label>
<label>Password <input name="password" type="password" autocomplete="current-password"></label>
<button name="answer" value="allow">Sign in and allow</button>
<button name="answer" value="deny">Cancel</button>
</form>
</html>`
