// The address with the token goes out of the bar and the history; the view in it stays.
location.replace('/' + location.hash);
