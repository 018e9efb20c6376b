/**
 * Captures clicks, typing and submissions before the scripts run, and repeats the last of them on each element, in
 * order, at the window's event `mounted` (`frame.tsx`). Until then it stops the events, because React would replay them
 * too. A form marked `data-scripted` waits for its script; links, popovers and other forms work at once. Text under IME
 * composition is repeated when the composition has ended. A field is left alone when the reader types in it after
 * `mounted`, because React then has its whole text.
 *
 * A field is opened by Ctrl K on pages with the site's search, by `/` on pages with an element `data-keys="/"`, and by
 * every character but a space on pages with an element `data-keys="all"`. Such a key, and the characters, Enter and
 * Backspace that follow it, are kept in `earlyKeys` for `held-keys.ts`.
 */
export const earlyActs = `(function(){
var acts=new Map(),keys=window.earlyKeys=[];
function hold(e){
var k=e.key,n=k.length,plain=!e.ctrlKey&&!e.metaKey&&!e.altKey;
if(e.isComposing||/^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName))return;
var opens=plain?n===1&&k!==' '&&'[data-keys=all]'+(k==='/'?',[data-keys="/"]':''):!e.altKey&&k==='k'&&'.search-open';
if(keys.length?plain&&(n===1||k==='Enter'||k==='Backspace'):opens&&document.querySelector(opens)){
e.preventDefault();e.stopImmediatePropagation();keys.push(e)}}
function again(el){
if(el.type==='checkbox'||el.type==='radio'){var checked=el.checked;return function(){el.checked=!checked;el.click()}}
var value=el.value;return function(){el.value='';
Object.getOwnPropertyDescriptor(el.constructor.prototype,'value').set.call(el,value);
el.dispatchEvent(new Event('input',{bubbles:true}));
el.dispatchEvent(new Event('change',{bubbles:true}))}}
function keep(e){
var el=e.target,act;
if(e.type==='submit'){if(el.dataset.scripted===undefined)return;e.preventDefault();act=function(){el.requestSubmit(e.submitter)}}
else if(e.type==='input'){act=e.isComposing?null:again(el)}
else if(e.type==='compositionend'){act=again(el)}
else{el=el.closest('button[type=button]:not([popovertarget])');if(!el)return;act=function(){el.click()}}
acts.delete(el);if(act){e.stopImmediatePropagation();acts.set(el,act)}}
var kinds=['click','input','compositionend','submit'];
addEventListener('keydown',hold,true);
kinds.forEach(function(kind){addEventListener(kind,keep,true)});
addEventListener('mounted',function(){
kinds.forEach(function(kind){removeEventListener(kind,keep,true)});
removeEventListener('keydown',hold,true);
acts.forEach(function(act,el){var typed;el.addEventListener('input',function(e){typed|=e.target==el});
setTimeout(function(){if(el.isConnected&&!typed)act()})})},{once:true})
})()`
