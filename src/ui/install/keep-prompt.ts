/** Sent to the window when the stored prompt has come or gone. */
export const promptChange = 'installprompt'

/**
 * Source of the inline script that keeps the browser's install prompt for later (spec §4). The event comes once and early, so
 * no module may have to load first.
 */
export const keepPromptScript = `{let say=()=>dispatchEvent(new Event('${promptChange}'));addEventListener('beforeinstallprompt',e=>{e.preventDefault();window.installPrompt=e;say()});addEventListener('appinstalled',()=>{window.installPrompt=null;window.isInstalled=true;say()})}`
