// The secret goes where only pages of this port can read it: no other port of the host is sent it,
// as it would be a cookie. The address with the token goes out of the bar and the history; the view
// in it stays.
localStorage.setItem('secret', document.querySelector('meta[name=secret]').content);
location.replace('/' + location.hash);
